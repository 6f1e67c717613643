/**
 * What a game brings for looking back: a folder with `replay.ts`. It says how its seats look in a chart, which rule
 * stands behind a line of the log, and with which lines something is finished. A game without one is replayed plainly.
 */
import type { Component } from 'svelte'
import type { ReplayStep } from '../kit/types'

export interface SeatLook {
  /** A colour that is visible in both themes. */
  colour: string
  shape: 'square' | 'circle' | 'hexagon' | 'triangle' | 'diamond' | 'pentagon'
  /** Of the line in the chart; empty for a solid one. */
  dash: string
}

export interface GameReplay {
  seats: readonly SeatLook[]
  /** The clause behind each kind of log line. */
  clauses: Readonly<Record<string, string>>
  /** The kinds of log lines with which something is finished. */
  milestones: readonly string[]
  /** An action as a small sign. */
  Glyph: Component<{ step: ReplayStep }> | null
}

const DASHES = ['', '7 4', '2 4', '10 4 2 4', '4 3', '12 5']

/** The looks of seats in their order, each with its own dash. */
export function looksOf(looks: readonly (readonly [string, SeatLook['shape']])[]): SeatLook[] {
  return looks.map(([colour, shape], seat) => ({ colour, shape, dash: DASHES[seat] ?? '' }))
}

const plain: GameReplay = {
  seats: looksOf([
    ['var(--red)', 'square'],
    ['var(--blue)', 'circle'],
    ['var(--purple)', 'hexagon'],
    ['var(--green)', 'triangle'],
    ['var(--brass)', 'diamond'],
    ['var(--ink)', 'pentagon'],
  ]),
  clauses: {},
  milestones: ['game_over'],
  Glyph: null,
}

const found = import.meta.glob<GameReplay>('./*/replay.ts', { import: 'replay' })

export async function replayOf(game: string): Promise<GameReplay> {
  return (await found[`./${game}/replay.ts`]?.()) ?? plain
}
