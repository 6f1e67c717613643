/** How Trambahn's texts read: `P B7`, `P K>R`, `S B7>2`, `S B7>new`, `M B7`, `T x3>2`, `E`. */
import type { Colour } from '../../kit/ui/Shape.svelte'
import { END_TURN, type Described, type Notation } from '../notation'

const COLOURS: Record<string, Colour> = { B: 'blue', R: 'red', G: 'green', Y: 'yellow' }
const WORDS = {
  de: { row: 'Reihe', fresh: 'neue Reihe', run: 'Fahrt', special: 'Sonderfahrten' },
  en: { row: 'row', fresh: 'new row', run: 'Run', special: 'Special runs' },
}

interface Sheet {
  runs: { line: string; points: number[] }[]
  special_runs: { seat: number; points: number }[]
}

export const notation: Notation = {
  describe(text, { words }, language): Described {
    if (text === 'E') return { kind: 'E', piece: '', target: END_TURN[language] }
    const [kind = '', what = ''] = text.split(' ')
    const [piece = '', to] = what.split('>')
    const line = /^[BRGY]/.exec(piece)?.[0]
    const name = line ? `${words[line]} ${piece.slice(1)}` : (words[piece] ?? piece)
    const { row, fresh } = WORDS[language]
    const target = to === undefined ? '' : to === 'new' ? fresh : (words[to] ?? `${row} ${to}`)
    const colour = COLOURS[line ?? to ?? '']
    return { kind, piece: name, target, ...(colour ? { colour } : {}) }
  },

  places(text) {
    const piece = text.split(' ')[1]?.split('>')[0]
    return piece === undefined ? [] : [piece]
  },

  sheet(data, seats, { words }, language) {
    const { runs, special_runs } = data as Sheet
    const rows = runs.map((run, number) => ({
      label: `${WORDS[language].run} ${number + 1}: ${words[run.line]}`,
      ...(COLOURS[run.line] ? { colour: COLOURS[run.line] as Colour } : {}),
      points: run.points,
    }))
    if (special_runs.length === 0) return rows
    const special = Array.from({ length: seats }, (_, seat) =>
      special_runs.filter((run) => run.seat === seat).reduce((sum, run) => sum + run.points, 0),
    )
    return [...rows, { label: WORDS[language].special, points: special }]
  },
}
