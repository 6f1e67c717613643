/** What the server sends of a game of Trambahn to one observer, as far as the table shows it. */
import type { Stage } from '../../kit/table/stage'

export type Line = 'B' | 'R' | 'G' | 'Y'
export type Tram = 2 | 3 | 4
/** The points of a 9, which the table has agreed on (TB-1.2). */
export type Nine = 2 | 3
/** `B7` is the blue 7, `K` a conductor. */
export type Card = string

export interface Row {
  number: number
  stops: Card[]
  conductors: number
  tram: Tram | null
}

export interface PlayerView {
  /** Null if it is hidden. */
  hand: Card[] | null
  hand_size: number
  money: unknown[]
  rows: Row[]
  /** The number a new row would get. */
  next_row: number
}

/** The steps of a turn by the server's numbers; before them comes the deal, after them drawing and the end. */
export const STEPS = { passengers: 1, stops: 2, income: 3, trams: 4, end: 5 } as const

export interface TrambahnView {
  options: { points_of_nine: Nine }
  turn: number
  step: number
  passengers: number
  players: [PlayerView, PlayerView]
  draw_size: number
  discard: { card: Card | null }[]
  /** Waiting passengers by line: blue, red, green, yellow. */
  terminals: Card[][]
  /** What a run would give both players now, by line. */
  worth: [number, number][]
  offer: Tram[]
  stack: Tram[]
  runs: { line: Line; points: [number, number] }[]
  special_runs: { seat: number; row: number; line: Line; points: number }[]
  totals: [number, number]
}

export const viewOf = (stage: Stage): TrambahnView => stage.view as TrambahnView
export const nineOf = (stage: Stage): Nine => viewOf(stage).options.points_of_nine

/** One of the two players as the table shows them: the observer's place is below, the other one above. */
export interface Side {
  seat: number
  name: string
  letter: string
  isMine: boolean
  player: PlayerView
}

export function sidesOf(stage: Stage): { mine: Side; other: Side } {
  const below = stage.seat ?? 0
  return { mine: side(stage, below), other: side(stage, 1 - below) }
}

function side(stage: Stage, seat: number): Side {
  const { name = '', letter = '' } = stage.seats[seat] ?? {}
  return { seat, name, letter, isMine: seat === stage.seat, player: viewOf(stage).players[seat] as PlayerView }
}
