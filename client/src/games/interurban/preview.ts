/** What the ghost would change, as the server has worked it out for every placement. */
import { keyOf } from './geometry'
import { tileOf, type Placement } from './placement'
import type { After, View } from './view'

export interface LineChange {
  line: number
  name: string
  before: number
  after: number
}

/** The score sheet after a placement, if the server sent one. */
export function afterOf(view: View, placement: Placement | null): After | null {
  if (placement === null) return null
  const { tile, seat } = tileOf(placement.piece)
  const choice = view.choices.find((one) => one.tile === tile && one.seat === seat && keyOf(one.cell) === placement.cell)
  const turn = placement.edges === '' ? 0 : (choice?.edges.indexOf(placement.edges) ?? -1)
  return choice?.after[turn] ?? null
}

/** The lines that the tile extends, and others whose value it changes. */
export function previewOf(view: View, placement: Placement | null): LineChange[] {
  const after = afterOf(view, placement)
  if (after === null || placement === null) return []
  return view.worth.flatMap(({ name, value }, line) => {
    const next = after.values[line] ?? value
    const isOwn = keyOf(view.lines[line]?.end ?? [0, 0]) === placement.cell
    return isOwn || next !== value ? [{ line, name, before: value, after: next }] : []
  })
}
