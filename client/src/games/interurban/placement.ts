/** Placements in the notation, taken apart: `s1@2,0:EW`, `red3@4,0:EW`, `redx2@5,1`. */
import { cellOf } from './geometry'
import { SEAT_COLOURS, type Laid } from './view'

export interface Placement {
  text: string
  /** As the notation calls it: `s1`, `red3`, `redx2`. */
  piece: string
  /** The cell's key. */
  cell: string
  /** Empty for a crossing, which is never turned. */
  edges: string
}

/** Null for what is not a placement, such as the end of the turn. */
export function placementOf(text: string): Placement | null {
  const [piece = '', place] = text.split('@')
  if (place === undefined) return null
  const [cell = '', edges = ''] = place.split(':')
  return { text, piece, cell, edges }
}

export function textOf(piece: string, cell: string, edges: string): string {
  return `${piece}@${cell}${edges === '' ? '' : `:${edges}`}`
}

/** A piece as tile and owner: `redx2` is the tile `x2` of seat 0. */
export function tileOf(piece: string): { tile: string; seat: number | null } {
  const seat = SEAT_COLOURS.findIndex((colour) => piece.startsWith(colour))
  return seat < 0 ? { tile: piece, seat: null } : { tile: piece.slice(SEAT_COLOURS[seat]?.length), seat }
}

/** The tile as it would lie on the board. */
export function laidBy(placement: Placement): Laid {
  return { cell: cellOf(placement.cell), edges: placement.edges || 'NESW', ...tileOf(placement.piece) }
}

/** How a piece can be turned at all; a crossing only in one way. */
export function turnsOf(piece: string): string[] {
  const { tile, seat } = tileOf(piece)
  if (seat === null && tile.startsWith('c')) return ['NE', 'ES', 'SW', 'NW']
  return tile.startsWith('x') ? [''] : ['NS', 'EW']
}
