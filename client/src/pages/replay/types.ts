/** A game, position by position, as the server tells it. */
import type { ReplayStep } from '../../games/replay'
import type { OptionValue, Result } from '../../kit/types'

export interface Replay {
  game: string
  options: Record<string, OptionValue>
  start_seat: number
  players: string[]
  /** With whose eyes; null for a spectator. */
  seat: number | null
  /** Whether one may look with other eyes too. */
  is_open: boolean
  steps: ReplayStep[]
  result: Result | null
}

/** Where a replay comes from, and what else can be had there. */
export interface Source {
  load(seat: number | null): Promise<Replay>
  /** The address that shows it, without the step; null for a file. */
  path: string | null
  /** The record: an address or the text of a file; null as long as the game goes on. */
  record: { href: string; name: string } | { text: string; name: string } | null
  /** A position drawn by the server, for a game without a board of its own; null if there is none. */
  picture(step: number, seat: number | null): Promise<string | null>
}
