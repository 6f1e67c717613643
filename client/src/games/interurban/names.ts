/** How things are called: for readers of screens, for tips, and for pieces that fly. */
import { settings } from '../../kit/settings.svelte'
import type { Stage } from '../../kit/table/stage'
import type { GameTexts } from '../../kit/types'
import { sentenceCase } from '../../kit/words'
import { keyOf, type Way } from './geometry'
import { stationName, type Laid, type View } from './view'
import { w } from './words'

/** A laid tile as the notation calls the piece. */
export function labelOf(laid: Laid): string {
  return laid.seat === null ? laid.tile : stationName(laid.seat, laid.tile)
}

/** A piece in words, such as “Straight 1”. */
export function pieceName(piece: string, texts: GameTexts): string {
  return sentenceCase(texts.words[piece] ?? piece, settings.language)
}

/** The lines that end at a cell. */
export function linesAt(view: View, cell: string): number[] {
  return view.lines.flatMap((line, number) => (keyOf(line.end) === cell ? [number] : []))
}

/** A cell as people say it: how far from its start it lies on each line that ends there. */
export function placeName(view: View, ways: readonly Way[], cell: string): string {
  const places = linesAt(view, cell).map((line) => w('place', { line: view.worth[line]?.name ?? '', number: (ways[line]?.cells.length ?? 0) + 1 }))
  return places.join(' + ')
}

/** A place, and which way the track runs there; a crossing is never turned. */
export function turnName(place: string, edges: string, texts: GameTexts): string {
  if (edges === '') return place
  return `${place}, ${[...edges].map((edge) => texts.notation[edge] ?? edge).join('–')}`
}

/** What a player is called at this table. */
export function seatName(stage: Stage, seat: number): string {
  const own = stage.seats.filter((one) => one.isYou).length === 1
  const one = stage.seats[seat]
  return one === undefined ? '' : own && one.isYou ? w('you') : one.name
}
