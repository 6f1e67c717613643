/**
 * Where everything lies on the board, in pixels of the screen: four columns side by side (`matrix`), or four bands one
 * below the other (`bands`) on a phone and wherever columns are too high. Every row is always in sight: several rows of
 * a lane share its height, and when they would become too flat to read or to hit, the board grows and its frame scrolls.
 */
import { LINES, rowLine } from './material'
import type { Line, Row } from './view'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Fan {
  /** Width of a card; it is 1.44 times as high. */
  card: number
  step: number
  width: number
  height: number
}

export interface Lane extends Box {
  line: Line
  rows: { row: Row; box: Box }[]
}

export interface Layout {
  kind: 'matrix' | 'bands'
  width: number
  height: number
  other: Lane[]
  mine: Lane[]
  terminals: Box[]
}

const RATIO = 1.44
const GAP = 10
const PAD = 10
/** Below this width there is no room for four columns. */
const BANDS_BELOW = 560
/** A lone row, one of several, and a terminal need at least this. */
const LONE_ROW = 100
const SHARED_ROW = 64
const TERMINAL = { low: 128, high: 150 }
/** On a phone: the other player's rows are only looked at, your rows are also tapped. */
const BAND_ROW = { other: 38, mine: 46 }
const BAND_TERMINAL = 92

export function layoutOf(width: number, height: number, scale: number, other: Row[], mine: Row[]): Layout {
  const flat = bands(width, height, scale, other, mine)
  if (width < BANDS_BELOW * scale) return flat
  const columns = matrix(width, height, scale, other, mine)
  return columns.height > height + 1 && flat.height < columns.height ? flat : columns
}

const ofLine = (rows: Row[], line: Line): Row[] => rows.filter((row) => rowLine(row) === line)
const most = (rows: Row[]): number => Math.max(...LINES.map((line) => ofLine(rows, line).length))
const laneNeeds = (rows: number): number => 2 * PAD + (rows < 2 ? LONE_ROW : rows * SHARED_ROW)

function matrix(width: number, height: number, scale: number, other: Row[], mine: Row[]): Layout {
  const column = (width - 3 * GAP) / 4
  const terminal = Math.min(TERMINAL.high * scale, Math.max(TERMINAL.low * scale, height * 0.265))
  const share = (height - terminal) / 2
  const [least, own] = [laneNeeds(most(other)) * scale, laneNeeds(most(mine)) * scale]
  const above = Math.max(least, Math.min(share, height - terminal - own))
  const below = Math.max(own, height - terminal - above)
  const lane = (rows: Row[], y: number, high: number) => (line: Line, place: number): Lane => {
    const box = { x: place * (column + GAP), y, width: column, height: high }
    return { line, ...box, rows: stacked(ofLine(rows, line), inset(box, PAD)) }
  }
  return {
    kind: 'matrix',
    width,
    height: above + terminal + below,
    other: LINES.map(lane(other, 0, above)),
    mine: LINES.map(lane(mine, above + terminal, below)),
    terminals: LINES.map((_, place) => ({ x: place * (column + GAP), y: above, width: column, height: terminal })),
  }
}

function bands(width: number, height: number, scale: number, other: Row[], mine: Row[]): Layout {
  const left = BAND_TERMINAL * scale
  const parts = LINES.map((line) => {
    const [above, below] = [ofLine(other, line).length || 1, ofLine(mine, line).length || 1]
    return { above: above * BAND_ROW.other, below: below * BAND_ROW.mine }
  })
  const needed = parts.map(({ above, below }) => Math.max(above + below, BAND_ROW.other + BAND_ROW.mine))
  const sum = needed.reduce((total, one) => total + one, 0)
  const spare = Math.max(0, height - sum) / 4
  const layout: Layout = { kind: 'bands', width, height: Math.max(height, sum), other: [], mine: [], terminals: [] }
  let y = 0
  for (const [place, line] of LINES.entries()) {
    const { above, below } = parts[place] as { above: number; below: number }
    const high = (needed[place] as number) + spare
    const upper = { x: left, y, width: width - left, height: (high * above) / (above + below) }
    const lower = { ...upper, y: y + upper.height, height: high - upper.height }
    layout.terminals.push({ x: 0, y, width: left, height: high })
    layout.other.push({ line, ...upper, rows: stacked(ofLine(other, line), upper) })
    layout.mine.push({ line, ...lower, rows: stacked(ofLine(mine, line), lower) })
    y += high
  }
  return layout
}

export const inset = (box: Box, by: number): Box => ({
  x: box.x + by,
  y: box.y + by,
  width: box.width - 2 * by,
  height: box.height - 2 * by,
})

function stacked(rows: Row[], box: Box): Lane['rows'] {
  const height = box.height / Math.max(1, rows.length)
  return rows.map((row, place) => ({ row, box: { ...box, y: box.y + place * height, height } }))
}

/** Cards one over the other with their strips in sight; the more there are, the smaller. */
export function fanOf(cards: number, width: number, height: number): Fan {
  const high = Math.min(height, width / ((cards - 1) * 0.205 + 1 / RATIO))
  const card = high / RATIO
  const step = cards > 1 ? Math.min(high * 0.235, (width - card) / (cards - 1)) : 0
  return { card, step, width: card + step * (cards - 1), height: high }
}
