/** From the lobby to a table. */
import { api } from '../../kit/net/api'
import { me } from '../../kit/net/me.svelte'
import { router } from '../../kit/router.svelte'
import { toasts } from '../../kit/ui/toasts.svelte'
import type { GameEntry, TableConfig } from '../../kit/types'

/** What the set-up dialog begins with. */
export interface Plan {
  game: GameEntry | undefined
  isPublic: boolean
}

/** A table with the usual rules. */
export function usual(game: string): TableConfig {
  return {
    game,
    seats: [{ type: 'own' }],
    options: {},
    public: false,
    spectators: true,
    clock: { type: 'none' },
    games: 1,
    start: 'drawn',
  }
}

/** As many bots of the usual strength as make a usual game. */
export function usualBots({ info }: GameEntry): { type: 'bot'; level: string }[] {
  return Array.from({ length: usualOpponents(info.seats) }, () => ({ type: 'bot', level: info.usual_level }))
}

/** Two, if the game allows it. */
export const usualOpponents = ([fewest, most]: readonly [number, number] | readonly number[]): number =>
  Math.min((most ?? 2) - 1, Math.max((fewest ?? 2) - 1, 2))

/** Open a table as the player in this browser, and go there. */
export async function openTable(config: TableConfig): Promise<void> {
  try {
    await me.ensure()
    const table = await api.openTable(config)
    router.go(`/t/${table.code}`)
  } catch (error) {
    toasts.fail(error)
  }
}

/** Take the first free seat of a table, and go there. */
export async function joinTable(table: string, code: string): Promise<void> {
  try {
    await me.ensure()
    await api.command(table, { do: 'join' })
    router.go(`/t/${code}`)
  } catch (error) {
    toasts.fail(error)
  }
}
