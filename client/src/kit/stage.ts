/** What a board shows and whom it asks: a table, a replay, a guided game. The only thing a game's components know of the world around them. */
import type { Result } from './types'

export interface Stage {
  readonly game: string
  /** With whose eyes; null: a spectator. */
  readonly seat: number | null
  readonly seats: { name: string; letter: string; kind: 'human' | 'bot' | 'open'; level: string | null; isYou: boolean }[]
  /** The game casts it to its own type. */
  readonly view: unknown
  readonly actor: number | null
  readonly isMyTurn: boolean
  /** Empty unless it is the observer's turn. */
  readonly legal: readonly string[]
  /** Everything that happened in this game so far, oldest first. */
  readonly moves: readonly Move[]
  /** What happened since the observer's own last action (or since the page was last looked at). */
  readonly fresh: readonly Move[]
  readonly result: Result | null
  /** A command is under way. */
  readonly isBusy: boolean
  readonly canUndo: boolean
  readonly mode: 'table' | 'replay' | 'guide'
  /** Also for what may be illegal: the refusal explains it. */
  act(text: string): void
  undo(): void
}

export interface Move {
  number: number
  seat: number | null
  text: string | null
  lines: string[]
}
