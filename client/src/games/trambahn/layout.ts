/**
 * Where everything lies on the board, in pixels of the screen: four columns side by side (`matrix`), or four bands one
 * below the other (`bands`) on a phone and wherever columns are too high. Several rows of a lane share its height, and the
 * terminals stay in the middle. When your rows would become too flat to hit, the board grows below and its frame scrolls;
 * the other player's rows lie closer, one over the lower edge of the next, before they push the terminals down.
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
/** A lone row, one of several, and a terminal need at least this; less where they are only looked at, as in a replay. */
const LONE_ROW = { looked: 70, tapped: 100 }
const SHARED_ROW = { looked: 30, tapped: 44 }
const TERMINAL = { looked: 112, tapped: 128, high: 150 }
/** On a phone: the other player's rows are only looked at, your rows are also tapped, but not in a replay. */
const BAND_ROW = { looked: 38, tapped: 46 }
/** As high as a card at least is, where rows lie over one another. */
const PLATE = 44
const BAND_TERMINAL = 92

export function layoutOf(width: number, height: number, scale: number, other: Row[], mine: Row[], isLooked = false): Layout {
  const flat = bands(width, height, scale, other, mine, isLooked ? BAND_ROW.looked : BAND_ROW.tapped)
  if (width < BANDS_BELOW * scale) return flat
  const columns = matrix(width, height, scale, other, mine, isLooked ? 'looked' : 'tapped')
  return columns.height > height + 1 && flat.height < columns.height ? flat : columns
}

const ofLine = (rows: Row[], line: Line): Row[] => rows.filter((row) => rowLine(row) === line)
const most = (rows: Row[]): number => Math.max(...LINES.map((line) => ofLine(rows, line).length))
const laneNeeds = (rows: number, lone: number, each: number): number => 2 * PAD + Math.max(lone, (rows - 1) * each + PLATE)

function matrix(width: number, height: number, scale: number, other: Row[], mine: Row[], use: 'looked' | 'tapped'): Layout {
  const column = (width - 3 * GAP) / 4
  const terminal = Math.min(TERMINAL.high * scale, Math.max(TERMINAL[use] * scale, height * 0.265))
  const above = Math.max(laneNeeds(most(other), LONE_ROW[use], SHARED_ROW.looked) * scale, (height - terminal) / 2)
  const below = Math.max(laneNeeds(most(mine), LONE_ROW[use], SHARED_ROW[use]) * scale, height - terminal - above)
  const lane = (rows: Row[], y: number, high: number) => (line: Line, place: number): Lane => {
    const box = { x: place * (column + GAP), y, width: column, height: high }
    return { line, ...box, rows: stacked(ofLine(rows, line), inset(box, PAD), PLATE * scale) }
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

function bands(width: number, height: number, scale: number, other: Row[], mine: Row[], own: number): Layout {
  const left = BAND_TERMINAL * scale
  const parts = LINES.map((line) => {
    const [above, below] = [ofLine(other, line).length || 1, ofLine(mine, line).length || 1]
    return { above: above * BAND_ROW.looked, below: below * own }
  })
  const needed = parts.map(({ above, below }) => Math.max(above + below, BAND_ROW.looked + own))
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

/** One below the other; where there is too little height, closer than their cards are high, except for the last one. */
function stacked(rows: Row[], box: Box, least = 0): Lane['rows'] {
  const even = box.height / Math.max(1, rows.length)
  const height = even < least && rows.length > 1 ? (box.height - least) / (rows.length - 1) : even
  return rows.map((row, place) => ({ row, box: { ...box, y: box.y + place * height, height } }))
}

/** Cards one over the other with their strips in sight; the more there are, the smaller. */
export function fanOf(cards: number, width: number, height: number): Fan {
  const high = Math.min(height, width / ((cards - 1) * 0.205 + 1 / RATIO))
  const card = high / RATIO
  const step = cards > 1 ? Math.min(high * 0.235, (width - card) / (cards - 1)) : 0
  return { card, step, width: card + step * (cards - 1), height: high }
}
