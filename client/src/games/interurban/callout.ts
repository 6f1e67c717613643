/** Where the toolbar of the ghost goes: to the side where it covers the fewest tiles, inside what is seen. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

const GAP = 10

/** The best place for something of this size beside a box; all in pixels. */
export function beside(box: Rect, size: { width: number; height: number }, obstacles: readonly Rect[], frame: { width: number; height: number }): Rect {
  const middle = { x: box.x + (box.width - size.width) / 2, y: box.y + (box.height - size.height) / 2 }
  const [left, right] = [box.x - size.width - GAP, box.x + box.width + GAP]
  const [above, below] = [box.y - size.height - GAP, box.y + box.height + GAP]
  const places = [
    [left, middle.y], [right, middle.y], [middle.x, above], [middle.x, below],
    [left, above], [right, above], [left, below], [right, below],
  ]
  const rated = places.map(([x = 0, y = 0]) => {
    const rect = { x: within(x, size.width, frame.width), y: within(y, size.height, frame.height), ...size }
    const hidden = [box, box, ...obstacles].reduce((sum, other) => sum + overlap(rect, other), 0)
    return { rect, hidden }
  })
  return rated.reduce((best, one) => (one.hidden < best.hidden - 1 ? one : best)).rect
}

function within(at: number, size: number, room: number): number {
  return Math.max(GAP, Math.min(room - size - GAP, at))
}

function overlap(one: Rect, other: Rect): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return width > 0 && height > 0 ? width * height : 0
}
