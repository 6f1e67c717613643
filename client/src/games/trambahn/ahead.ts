/** A card or a tram where it was put, before the server has answered; runs, money and new cards come with the answer. */
import { changed, without } from '../../kit/table/ahead'
import { CONDUCTOR, LINES } from './material'
import type { PlayerView, Row, Tram, TrambahnView } from './view'

export function ahead(view: unknown, seat: number, text: string): TrambahnView | null {
  const before = view as TrambahnView
  const [kind = '', what = ''] = text.split(' ')
  const [piece = '', to = ''] = what.split('>')
  if (kind === 'T') return withTram(before, seat, Number(piece.slice(1)) as Tram, Number(to))
  const hand = without(before.players[seat]?.hand ?? [], piece)
  if (hand === null) return null
  const rest = withPlayer(before, seat, (player) => ({ ...player, hand, hand_size: hand.length }))
  if (kind === 'P') return withPassenger(rest, piece, to)
  if (kind === 'S') return withPlayer(rest, seat, (player) => withStop(player, piece, to))
  return kind === 'M' ? withPlayer(rest, seat, (player) => ({ ...player, money: [...player.money, {}] })) : null
}

function withPlayer(view: TrambahnView, seat: number, change: (player: PlayerView) => PlayerView): TrambahnView {
  return { ...view, players: changed(view.players, seat, change) as TrambahnView['players'] }
}

function withPassenger(view: TrambahnView, card: string, to: string): TrambahnView {
  const line = LINES.findIndex((one) => one === (to || card[0]))
  return { ...view, terminals: changed(view.terminals, line, (cards) => [...cards, card]) }
}

function withStop(player: PlayerView, card: string, to: string): PlayerView {
  if (to === 'new') {
    const row: Row = { number: player.next_row, stops: [card], conductors: 0, tram: null }
    return { ...player, rows: [...player.rows, row], next_row: player.next_row + 1 }
  }
  return { ...player, rows: player.rows.map((row) => (row.number === Number(to) ? grown(row, card) : row)) }
}

function grown(row: Row, card: string): Row {
  return card === CONDUCTOR ? { ...row, conductors: row.conductors + 1 } : { ...row, stops: [...row.stops, card] }
}

function withTram(view: TrambahnView, seat: number, tram: Tram, to: number): TrambahnView | null {
  const offer = without(view.offer, tram)
  if (offer === null) return null
  const rows = (player: PlayerView): Row[] => player.rows.map((row) => (row.number === to ? { ...row, tram } : row))
  return withPlayer({ ...view, offer }, seat, (player) => ({ ...player, rows: rows(player) }))
}
