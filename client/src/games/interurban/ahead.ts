/** A tile where it was laid, before the server has answered; values, closed lines and new tiles come with the answer. */
import { changed } from '../../kit/table/ahead'
import { keyOf } from './geometry'
import { laidBy, placementOf } from './placement'
import type { View } from './view'

export function ahead(view: unknown, _seat: number, text: string): View | null {
  const before = view as View
  const placement = placementOf(text)
  if (placement === null || before.tiles.some((one) => keyOf(one.cell) === placement.cell)) return null
  const laid = laidBy(placement)
  const open = laid.seat === null ? before.open : (before.players[laid.seat]?.open ?? [])
  const place = open.indexOf(laid.tile)
  if (place < 0) return null
  const rest = changed(open, place, () => null)
  const tiles = [...before.tiles, laid]
  if (laid.seat === null) return { ...before, tiles, open: rest }
  return { ...before, tiles, players: changed(before.players, laid.seat, (player) => ({ ...player, open: rest })) }
}
