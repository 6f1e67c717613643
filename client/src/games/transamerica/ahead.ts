/** A rail or the start marker where it was put, before the server has answered; what it is worth comes with the answer. */
import { changed } from '../../kit/table/ahead'
import { keyOf, placeOf } from './geometry'
import type { Pair, View } from './view'

export function ahead(view: unknown, seat: number, text: string): View | null {
  const before = view as View
  const { crossing, line } = placeOf(text)
  if (crossing !== null) {
    if (before.players[seat]?.marker !== null) return null
    return { ...before, players: changed(before.players, seat, (player) => ({ ...player, marker: crossing })) }
  }
  if (line === null || isTaken(before, line)) return null
  if (text.startsWith('R')) return { ...before, rails: [...before.rails, line], rails_left: before.rails_left - 1 }
  const players = changed(before.players, seat, (player) => ({
    ...player,
    coloured: [...player.coloured, line],
    coloured_left: player.coloured_left - 1,
  }))
  return { ...before, players }
}

function isTaken(view: View, line: Pair): boolean {
  return [view.rails, ...view.players.map((player) => player.coloured)].flat().some((one) => keyOf(one) === keyOf(line))
}
