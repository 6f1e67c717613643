/** Where things lie on the map, in its pixels, and how seats look. The map itself is data, see map.ts. */
import type { Colour } from '../../kit/ui/Shape.svelte'
import { CITIES as SHIPPED, CROSSINGS, DOUBLE, LINES } from './map'
import type { Pair } from './view'

/** Some sea beside the map, for the names of its coasts, and some sky above, for markers on its northern crossings. */
export const LEFT = -18
export const WIDTH = 1112
export const TOP = -12
export const HEIGHT = 688
/** The length of a line. */
export const UNIT = 56.5

export interface Point {
  x: number
  y: number
}

export interface City {
  name: string
  colour: Colour
  crossing: number
  /** Where its name is held, and how far from the city. */
  anchor: 'start' | 'middle' | 'end'
  dx: number
  dy: number
  /** About how wide the name is. */
  width: number
}

export const CITIES: readonly City[] = SHIPPED.map(([name, colour, crossing, anchor, dx, dy, width]) => {
  return { name, colour, crossing, anchor, dx, dy, width } as City
})
export const CITY_AT: ReadonlyMap<number, City> = new Map(CITIES.map((city) => [city.crossing, city]))
export const ALL_LINES = LINES as Pair[]
export const PLACES: readonly Point[] = CROSSINGS.map(([x = 0, y = 0]) => ({ x, y }))

const doubles = new Set(DOUBLE.map((number) => keyOf(ALL_LINES[number] as Pair)))

/** A line as the notation writes it. */
export function keyOf([a, b]: Pair): string {
  return `${a}-${b}`
}

export function isDouble(line: Pair): boolean {
  return doubles.has(keyOf(line))
}

export function at(crossing: number): Point {
  return PLACES[crossing] ?? { x: 0, y: 0 }
}

export function middle([a, b]: Pair): Point {
  return { x: (at(a).x + at(b).x) / 2, y: (at(a).y + at(b).y) / 2 }
}

/** A line as a path, perhaps moved sideways, or only the part between two fractions of it. */
export function pathOf([a, b]: Pair, aside = 0, from = 0, to = 1): string {
  const { x, y } = at(a)
  const [dx, dy] = [at(b).x - x, at(b).y - y]
  const length = Math.hypot(dx, dy)
  const [left, top] = [x - (dy / length) * aside, y + (dx / length) * aside]
  const point = (part: number): string => `${(left + dx * part).toFixed(1)} ${(top + dy * part).toFixed(1)}`
  return `M${point(from)}L${point(to)}`
}

/** A band along a line: unlike a line it has a width when it is measured. */
export function bandOf([a, b]: Pair, half: number, from: number, to: number): string {
  return `${pathOf([a, b], half, from, to)}${pathOf([b, a], half, 1 - to, 1 - from).replace('M', 'L')}z`
}

/** How far a point is from a line. */
export function distance(point: Point, [a, b]: Pair): number {
  const [from, to] = [at(a), at(b)]
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy)
  const part = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - from.x - part * dx, point.y - from.y - part * dy)
}

/** What a text of the notation is about: a crossing, a line, or neither. */
export function placeOf(text: string | null): { crossing: number | null; line: Pair | null } {
  const [from, to] = (text?.split(' ')[1] ?? '').split('-').map(Number)
  if (text?.startsWith('M ')) return { crossing: from ?? null, line: null }
  if (/^[RV] /.test(text ?? '')) return { crossing: null, line: [from ?? 0, to ?? 0] }
  return { crossing: null, line: null }
}

/** How far the disc of a marker is from its crossing, and half of what it needs there. */
export const MAST = 28
const DISC = 14
const NAME_HALF = 6
const SLANT = Math.SQRT1_2
const SIDES: readonly Point[] = [
  ...[[0, -1], [0, 1], [1, 0], [-1, 0]],
  ...[[SLANT, -SLANT], [-SLANT, -SLANT], [SLANT, SLANT], [-SLANT, SLANT]],
].map(([x = 0, y = 0]) => ({ x, y }))

/** Where a marker's disc stands beside its crossing: above it, or where it covers the names of cities least. */
export function sideOf(place: Point, size: number): Point {
  const room = SIDES.map(({ x, y }) => {
    const disc = { x: place.x + x * MAST * size, y: place.y + y * MAST * size }
    return Math.min(0, ...CITIES.map((city) => clearance(city, disc, size)))
  })
  return SIDES[room.indexOf(Math.max(...room))] as Point
}

/** How far a disc is from the name of a city; less than nothing if it covers some of it. */
function clearance(city: City, disc: Point, size: number): number {
  const { x, y } = at(city.crossing)
  const half = city.width / 2
  const middle = city.dx + { start: half, middle: 0, end: -half }[city.anchor]
  const across = Math.abs(disc.x - x - middle * size) - (half + DISC) * size
  const down = Math.abs(disc.y - y - city.dy * size) - (NAME_HALF + DISC) * size
  return Math.max(across, down)
}

/** The colour of each seat and of its letter: none is a city's colour. */
const SEATS: readonly { fill: string; ink: string }[] = [
  { fill: '#20272b', ink: '#fffdf8' },
  { fill: '#6a3d8f', ink: '#ffffff' },
  { fill: '#0e6f6f', ink: '#ffffff' },
  { fill: '#a63a70', ink: '#ffffff' },
  { fill: '#6b4a2b', ink: '#ffffff' },
  { fill: '#fffdf8', ink: '#20272b' },
]

export function seatColour(seat: number): { fill: string; ink: string } {
  return SEATS[seat] ?? { fill: '#20272b', ink: '#fffdf8' }
}
