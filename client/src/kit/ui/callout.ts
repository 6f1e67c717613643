/** Where what floats above other things goes: to the side or the corner where it covers the least of them. All in pixels. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}
export type Corner = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left'

const GAP = 10
const MARGIN = 14
/** How finely places are tried where none right beside a box is free. */
const STEP = 20
const CORNERS: Corner[] = ['bottom-right', 'bottom-left', 'top-right', 'top-left']

/** The best place for something of this size beside a box. */
export function beside(box: Rect, size: Size, obstacles: readonly Rect[], frame: Size): Rect {
  const middle = { x: box.x + (box.width - size.width) / 2, y: box.y + (box.height - size.height) / 2 }
  const [left, right] = [box.x - size.width - GAP, box.x + box.width + GAP]
  const [above, below] = [box.y - size.height - GAP, box.y + box.height + GAP]
  const places = [
    [left, middle.y], [right, middle.y], [middle.x, above], [middle.x, below],
    [left, above], [right, above], [left, below], [right, below],
  ]
  const rated = places.map(([x = 0, y = 0]) => {
    const rect = { x: within(x, size.width, frame.width), y: within(y, size.height, frame.height), ...size }
    return { rect, hidden: covered(rect, [box, box, ...obstacles]) }
  })
  return rated.reduce((best, one) => (one.hidden < best.hidden - 1 ? one : best)).rect
}

/** The nearest place to a box where something of this size covers nothing; null if there is none. */
export function nearestFree(box: Rect, size: Size, obstacles: readonly Rect[], frame: Size): Rect | null {
  const all = [box, ...obstacles]
  const first = beside(box, size, obstacles, frame)
  if (covered(first, all) === 0) return first
  let best: Rect | null = null
  let nearest = Infinity
  for (let y = GAP; y <= frame.height - size.height - GAP; y += STEP) {
    for (let x = GAP; x <= frame.width - size.width - GAP; x += STEP) {
      const rect = { x, y, ...size }
      const far = distance(rect, box)
      if (far < nearest && covered(rect, all) === 0) [best, nearest] = [rect, far]
    }
  }
  return best
}

/** How far two boxes are apart. */
export function distance(one: Rect, other: Rect): number {
  const apart = (a: number, aSize: number, b: number, bSize: number): number => Math.max(0, b - a - aSize, a - b - bSize)
  return Math.hypot(apart(one.x, one.width, other.x, other.width), apart(one.y, one.height, other.y, other.height))
}

/** The corner of the frame for something of this size. */
export function freeCornerOf(size: Size, obstacles: readonly Rect[], frame: Size): { corner: Corner; rect: Rect } {
  const rated = CORNERS.map((corner) => {
    const rect = inCorner(corner, size, frame)
    return { corner, rect, hidden: covered(rect, obstacles) }
  })
  return rated.reduce((best, one) => (one.hidden < best.hidden ? one : best))
}

export function inCorner(corner: Corner, size: Size, frame: Size): Rect {
  return {
    x: corner.endsWith('right') ? frame.width - size.width - MARGIN : MARGIN,
    y: corner.startsWith('bottom') ? frame.height - size.height - MARGIN : MARGIN,
    ...size,
  }
}

/** How much of the obstacles a box covers. */
export function covered(rect: Rect, obstacles: readonly Rect[]): number {
  return obstacles.reduce((sum, other) => sum + overlap(rect, other), 0)
}

function within(at: number, size: number, room: number): number {
  return Math.max(GAP, Math.min(room - size - GAP, at))
}

function overlap(one: Rect, other: Rect): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return width > 0 && height > 0 ? width * height : 0
}
