/**
 * Where tracks run: cells, directions, the shape of a track on its tile, and the way of each line over the board.
 * For drawing only: whether a tile may lie somewhere is for the server to say.
 */
import type { Laid } from './view'

/** x to the east, y to the north. */
export type Cell = [number, number]
export type Direction = 'N' | 'E' | 'S' | 'W'

/** The side of a cell in the units of the drawing. */
export const CELL = 100
export const OPPOSITE: Record<Direction, Direction> = { N: 'S', E: 'W', S: 'N', W: 'E' }
const STEPS: Record<Direction, Cell> = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] }
/** The middle of each edge of a tile. */
export const MIDDLE: Record<Direction, [number, number]> = { N: [50, 0], E: [100, 50], S: [50, 100], W: [0, 50] }
/** How far something that points to the east is turned, in degrees. */
export const TURNED: Record<Direction, number> = { E: 0, S: 90, W: 180, N: 270 }

/** The six lines by their exits: clockwise from the blank edge, left start tile first. A line's number is its place here. */
export const EXITS: { cell: Cell; direction: Direction }[] = [
  { cell: [0, 0], direction: 'S' },
  { cell: [0, 0], direction: 'W' },
  { cell: [0, 0], direction: 'N' },
  { cell: [1, 0], direction: 'N' },
  { cell: [1, 0], direction: 'E' },
  { cell: [1, 0], direction: 'S' },
]

export const keyOf = (cell: Cell): string => `${cell[0]},${cell[1]}`

export function cellOf(key: string): Cell {
  const [x = 0, y = 0] = key.split(',').map(Number)
  return [x, y]
}

export function step(cell: Cell, direction: Direction): Cell {
  const [x, y] = STEPS[direction]
  return [cell[0] + x, cell[1] + y]
}

/** The upper left corner of a cell in the drawing, where y grows downwards. */
export function corner(cell: Cell): [number, number] {
  return [cell[0] * CELL, -cell[1] * CELL]
}

export const isStart = (laid: Laid): boolean => laid.edges.length === 3

// The shape of a track on its tile

const isStraight = (from: Direction, to: Direction): boolean => OPPOSITE[from] === to

/** The middle of a track or, beside it, a rail: a straight, or a quarter circle about the corner of the tile. */
export function path(from: Direction, to: Direction, offset = 0): string {
  const [x1, y1] = MIDDLE[from]
  const [x2, y2] = MIDDLE[to]
  if (isStraight(from, to)) return x1 === x2 ? `M${50 + offset} ${y1}V${y2}` : `M${x1} ${50 + offset}H${x2}`
  const cx = x1 % CELL === 0 ? x1 : x2
  const cy = y1 % CELL === 0 ? y1 : y2
  const radius = 50 + offset
  const at = (x: number, y: number): string => `${cx + ((x - cx) * radius) / 50} ${cy + ((y - cy) * radius) / 50}`
  const sweep = (x1 - cx) * (y2 - cy) > (y1 - cy) * (x2 - cx) ? 1 : 0
  return `M${at(x1, y1)}A${radius} ${radius} 0 0 ${sweep} ${at(x2, y2)}`
}

export function rails(from: Direction, to: Direction): string {
  return path(from, to, -6) + path(from, to, 6)
}

/** A corner that a track leaves free, for the value of its tile. */
export function freeCorner(from: Direction, to: Direction): [number, number] {
  if (isStraight(from, to)) return [81, 81]
  return [from === 'W' || to === 'W' ? 81 : 19, from === 'N' || to === 'N' ? 81 : 19]
}

// The way of the lines

/** One track of a tile in the direction of its line; `line` is null where no line has come yet. */
export interface Track {
  from: Direction
  to: Direction
  line: number | null
}

/** A line's way, and where it ends. */
export interface Way {
  cells: Cell[]
  end: Cell
  heading: Direction
}

/** The tracks of every tile, upper ones last, and the way of each line. */
export interface Traced {
  tracks: Map<string, Track[]>
  ways: Way[]
}

/** The tracks of a tile through which no line runs. */
export function bareTracks(edges: string): Track[] {
  const pairs = edges.length > 2 ? ['EW', 'NS'] : [edges]
  return pairs.map((pair) => ({ from: pair[0] as Direction, to: pair[1] as Direction, line: null }))
}

/** Follow all lines from their exits. Where a crossing carries two, the one that came later lies above. */
export function trace(tiles: readonly Laid[]): Traced {
  const board = new Map(tiles.map((laid, number) => [keyOf(laid.cell), { laid, number }]))
  const tracks = new Map<string, (Track & { since: number })[]>()
  const ways = tiles.length === 0 ? [] : EXITS.map((exit, line) => {
    let [cell, heading, since] = [step(exit.cell, exit.direction), exit.direction, 0]
    const cells: Cell[] = []
    for (let found = board.get(keyOf(cell)); found !== undefined; found = board.get(keyOf(cell))) {
      const from = OPPOSITE[heading]
      if (found.laid.seat === null) heading = found.laid.edges.replace(from, '') as Direction
      since = Math.max(since, found.number)
      tracks.set(keyOf(cell), [...(tracks.get(keyOf(cell)) ?? []), { from, to: heading, line, since }])
      cells.push(cell)
      cell = step(cell, heading)
    }
    return { cells, end: cell, heading }
  })
  return { tracks: new Map([...tracks].map(([key, own]) => [key, withFree(own, board.get(key)?.laid)])), ways }
}

function withFree(own: (Track & { since: number })[], laid: Laid | undefined): Track[] {
  const passed = [...own].sort((one, other) => one.since - other.since)
  const isPassed = (track: Track): boolean => passed.some((one) => one.from === track.from || one.to === track.from)
  return [...bareTracks(laid?.edges ?? '').filter((track) => !isPassed(track)), ...passed]
}

/** West, east, south and north of some cells. */
export function extent(cells: readonly Cell[]): { west: number; east: number; south: number; north: number } {
  const columns = cells.map((cell) => cell[0])
  const rows = cells.map((cell) => cell[1])
  return { west: Math.min(...columns), east: Math.max(...columns), south: Math.min(...rows), north: Math.max(...rows) }
}
