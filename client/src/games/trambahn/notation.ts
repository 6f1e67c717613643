/** How Trambahn's texts read: `P B7`, `P K>R`, `S B7>2`, `S B7>new`, `M B7`, `T x3>2`, `E`. */
import type { Language } from '../../kit/languages'
import type { GameTexts } from '../../kit/types'
import type { Colour } from '../../kit/ui/Shape.svelte'
import { said, type Described, type Notation } from '../notation'

const COLOURS: Record<string, Colour> = { B: 'blue', R: 'red', G: 'green', Y: 'yellow' }

interface Sheet {
  runs: { line: string; points: number[] }[]
  special_runs: { seat: number; points: number }[]
}

function targetOf(to: string, texts: GameTexts, language: Language): string {
  if (to === 'new') return said<'trambahn'>(texts, 'new_row', language)
  return texts.words[to] ?? said<'trambahn'>(texts, 'row', language, { number: to })
}

export const notation: Notation = {
  describe(text, texts, language): Described {
    if (text === 'E') return { kind: 'E', piece: '', target: said<'trambahn'>(texts, 'end_turn', language) }
    const [kind = '', what = ''] = text.split(' ')
    const [piece = '', to] = what.split('>')
    const line = /^[BRGY]/.exec(piece)?.[0]
    const target = to === undefined ? '' : targetOf(to, texts, language)
    const colour = COLOURS[line ?? to ?? '']
    return { kind, piece: texts.words[piece] ?? piece, target, ...(colour ? { colour } : {}) }
  },

  places(text) {
    const piece = text.split(' ')[1]?.split('>')[0]
    return piece === undefined ? [] : [piece]
  },

  sheet(data, seats, texts, language) {
    const { runs, special_runs } = data as Sheet
    const rows = runs.map((run, number) => ({
      label: said<'trambahn'>(texts, 'run', language, { number: number + 1, line: texts.words[run.line] ?? run.line }),
      ...(COLOURS[run.line] ? { colour: COLOURS[run.line] as Colour } : {}),
      points: run.points,
    }))
    if (special_runs.length === 0) return rows
    const special = Array.from({ length: seats }, (_, seat) =>
      special_runs.filter((run) => run.seat === seat).reduce((sum, run) => sum + run.points, 0),
    )
    return [...rows, { label: said<'trambahn'>(texts, 'special_runs', language), points: special }]
  },
}
