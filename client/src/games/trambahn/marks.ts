/** What the others did since your last action, as places on the board, which are marked as the last turn. */
import type { Stage } from '../../kit/table/stage'
import { lineOf } from './material'
import { viewOf, type Card } from './view'

/** `terminal-B`, `row-0-3` and `row-0-3-B7` (a card of it), `tram-0-3`, `money-0`. */
export function marksOf(stage: Stage): Set<string> {
  return new Set(stage.fresh.flatMap(({ seat, text }) => (seat === null || text === null ? [] : placesOf(stage, seat, text))))
}

/** The places that an action of a seat was about. */
export function placesOf(stage: Stage, seat: number, text: string): string[] {
  const [kind, what = ''] = text.split(' ')
  const [piece = '', to = ''] = what.split('>')
  if (kind === 'P') return [`terminal-${lineOf(piece) ?? to}`]
  if (kind === 'M') return [`money-${seat}`]
  if (kind === 'T') return [`tram-${seat}-${to}`]
  if (kind !== 'S') return []
  const row = to === 'new' ? begunWith(stage, seat, piece) : Number(to)
  return [`row-${seat}-${row}`, `row-${seat}-${row}-${piece}`]
}

function begunWith(stage: Stage, seat: number, card: Card): number {
  const rows = viewOf(stage).players[seat]?.rows ?? []
  return Math.max(0, ...rows.filter((row) => row.stops[0] === card).map((row) => row.number))
}
