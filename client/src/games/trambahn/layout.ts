/**
 * Where everything lies on the board, in pixels of the screen: four columns side by side (`matrix`), or four bands one
 * below the other (`bands`) on a phone and wherever columns are too high. Several rows of a lane share its height, and the
 * terminals stay in the middle. Rows that are too many lie closer, one over the lower edge of the next, before they push the
 * terminals down. When your rows would become too flat to hit, the board grows below and its frame scrolls.
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
/** Rows are only looked at, as in a replay, or hit with a mouse or with a finger. */
export type Use = 'looked' | 'clicked' | 'tapped'
/** What a lone row, one of several, and a terminal need at least. */
const LONE_ROW = { looked: 70, clicked: 100, tapped: 100 }
const SHARED_ROW = { looked: 27, clicked: 27, tapped: 44 }
const TERMINAL = { looked: 112, clicked: 128, tapped: 128, high: 150 }
/** On a phone: the other player's rows are only looked at, your rows are also tapped, but not in a replay. */
const BAND_ROW = { looked: 38, clicked: 46, tapped: 46 }
/** What they need where there is little height: a row that is looked at, a lane without one, and a terminal. */
const FLAT_BAND = { row: 26, empty: 14, terminal: 54 }
/** As high as a card at least is, where rows lie over one another. */
const PLATE = 44
const BAND_TERMINAL = 92

export function layoutOf(width: number, height: number, scale: number, other: Row[], mine: Row[], use: Use = 'tapped'): Layout {
  const flat = (): Layout => bands(width, height, scale, other, mine, BAND_ROW[use])
  if (width < BANDS_BELOW * scale) return flat()
  const columns = matrix(width, height, scale, other, mine, use)
  const needed = Math.max(height, total(parts(other, mine, BAND_ROW.looked, BAND_ROW.looked, BAND_ROW[use])))
  return columns.height > height + 1 && needed < columns.height ? flat() : columns
}

const ofLine = (rows: Row[], line: Line): Row[] => rows.filter((row) => rowLine(row) === line)
const most = (rows: Row[]): number => Math.max(...LINES.map((line) => ofLine(rows, line).length))
const laneNeeds = (rows: number, lone: number, each: number): number => 2 * PAD + Math.max(lone, (rows - 1) * each + PLATE)

function matrix(width: number, height: number, scale: number, other: Row[], mine: Row[], use: Use): Layout {
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

/** How high the two lanes of a band are. */
interface Part {
  above: number
  below: number
}

/** What the lanes of all bands need, for so much per row of the other player, per lane without one, and per own row. */
function parts(other: Row[], mine: Row[], row: number, empty: number, own: number): Part[] {
  return LINES.map((line) => {
    const [above, below] = [ofLine(other, line).length * row || empty, (ofLine(mine, line).length || 1) * own]
    return { above, below: Math.max(below, FLAT_BAND.terminal - above) }
  })
}

const total = (lanes: Part[]): number => lanes.reduce((sum, { above, below }) => sum + above + below, 0)

function bands(width: number, height: number, scale: number, other: Row[], mine: Row[], own: number): Layout {
  const left = BAND_TERMINAL * scale
  const roomy = parts(other, mine, BAND_ROW.looked, BAND_ROW.looked, own)
  const isFlat = total(roomy) > height
  const lanes = isFlat ? parts(other, mine, FLAT_BAND.row, FLAT_BAND.empty, own === BAND_ROW.looked ? FLAT_BAND.row : own) : roomy
  const sum = total(lanes)
  const spare = Math.max(0, height - sum) / 4
  const layout: Layout = { kind: 'bands', width, height: Math.max(height, sum), other: [], mine: [], terminals: [] }
  let y = 0
  for (const [place, line] of LINES.entries()) {
    const { above, below } = lanes[place] as Part
    const high = above + below + spare
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
