/** InterUrban's view as the server sends it (see `view.py` there): plain data, nothing computed. */
import type { Colour } from '../../kit/ui/Shape.svelte'
import type { Cell, Direction } from './geometry'

/** A tile on the board; `seat` is the owner of a station. */
export interface Laid {
  cell: Cell
  edges: string
  tile: string
  seat: number | null
}

export interface Line {
  label: string
  end: Cell
  heading: Direction
  /** Owner and value of each station, in the order of the line. */
  stations: [number, number][]
  finished: string | null
}

/** A line as the score sheet sees it now. */
export interface Worth {
  name: string
  value: number
  economic: number[]
  points: number[]
  missing: number[]
}

export interface PlayerView {
  open: (string | null)[]
  hidden: string[]
}

/** The score sheet after a placement. */
export interface After {
  /** Of the lines. */
  values: number[]
  /** Of the seats, if the game ended then. */
  totals: number[]
}

/** An open tile and a cell where it can be laid now. */
export interface Choice {
  tile: string
  seat: number | null
  cell: Cell
  edges: string[]
  /** In the order of the edges, one for a crossing. */
  after: After[]
}

export interface View {
  seat: number | null
  turn: number
  step: number
  turns: number
  first_round: boolean
  laid: number
  station_laid: boolean
  open: (string | null)[]
  hidden: string[]
  players: PlayerView[]
  tiles: Laid[]
  lines: Line[]
  worth: Worth[]
  totals: number[]
  choices: Choice[]
  reason: string | null
}

/** The steps of a game, as numbers of the view. */
export const OVER = 2
export const TILES_PER_TURN = 3
/** The values that stations have. */
export const VALUES = [1, 2, 3, 4]
/** The seats' colours in order. */
export const SEAT_COLOURS: Colour[] = ['red', 'blue', 'purple', 'green', 'yellow']

export function colourOf(seat: number): Colour {
  return SEAT_COLOURS[seat] ?? 'red'
}

/** A station as the notation calls it: its colour and its own text, such as `redx2`. */
export function stationName(seat: number, tile: string): string {
  return colourOf(seat) + tile
}
