/** Who of the people at a table is there, who thinks, and who is away. */
import type { TableSight } from '../types'

export type Presence = 'there' | 'thinking' | 'away'

/** Null for bots and open seats, and while nothing is known. */
export function presenceOf(sight: TableSight, seat: number, there: readonly number[] | null): Presence | null {
  if (there === null || sight.seats[seat]?.kind !== 'human') return null
  if (!there.includes(seat)) return 'away'
  return sight.status === 'playing' && sight.actor === seat ? 'thinking' : 'there'
}
