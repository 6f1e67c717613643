/**
 * Moving and enlarging the map: drag, wheel, two fingers, keys. A frame costs one transform of one layer and nothing is
 * drawn anew; only when the hand rests, the browser draws the map sharp again and `onrest` may follow.
 */
import type { Point } from './geometry'

interface Limits {
  /** How large the map is at scale 1, in pixels of the screen. */
  width: number
  height: number
  /** The window through which it is seen. */
  frameWidth: number
  frameHeight: number
}

const LARGEST = 6
const REST = 260
/** How far the map can be moved beyond its edge, so that nothing sticks to the edge of the window. */
const BEYOND = 48
/** Further than this a press is no longer a click. */
const SLIP = 5

export class Camera {
  scale = 1
  x = 0
  y = 0
  readonly #layer: HTMLElement
  readonly #limits: () => Limits
  readonly #onmove: () => void
  readonly #onrest: () => void
  #fingers = new Map<number, Point>()
  #hasSlipped = false
  #start: Point = { x: 0, y: 0 }
  #timer = 0
  #frame = 0

  constructor(layer: HTMLElement, limits: () => Limits, onmove: () => void, onrest: () => void) {
    this.#layer = layer
    this.#limits = limits
    this.#onmove = onmove
    this.#onrest = onrest
  }

  /** A point of the window, as it would be at scale 1. */
  toMap(point: Point): Point {
    return { x: (point.x - this.x) / this.scale, y: (point.y - this.y) / this.scale }
  }

  zoom(factor: number, about: Point): void {
    const scale = Math.min(LARGEST, Math.max(1, this.scale * factor))
    const fixed = this.toMap(about)
    this.scale = scale
    this.#go(about.x - fixed.x * scale, about.y - fixed.y * scale)
  }

  /** Put a point (at scale 1) into the middle of the window. */
  look(point: Point, scale = this.scale): void {
    const { frameWidth, frameHeight } = this.#limits()
    this.scale = Math.min(LARGEST, Math.max(1, scale))
    this.#go(frameWidth / 2 - point.x * this.scale, frameHeight / 2 - point.y * this.scale)
  }

  fit(): void {
    this.scale = 1
    this.#go(0, 0)
  }

  /** Move no further than so that a point stays in sight. */
  keepInSight(point: Point, margin: number): void {
    const { frameWidth, frameHeight } = this.#limits()
    const [x, y] = [point.x * this.scale + this.x, point.y * this.scale + this.y]
    const aside = (at: number, size: number): number => Math.max(0, margin - at) - Math.max(0, at - size + margin)
    const [dx, dy] = [aside(x, frameWidth), aside(y, frameHeight)]
    if (dx !== 0 || dy !== 0) this.#go(this.x + dx, this.y + dy)
  }

  // Fingers and mouse

  press(id: number, point: Point): void {
    this.#fingers.set(id, point)
    if (this.#fingers.size === 1) [this.#hasSlipped, this.#start] = [false, point]
  }

  drag(id: number, point: Point): void {
    const before = this.#fingers.get(id)
    if (!before) return
    const other = [...this.#fingers].find(([finger]) => finger !== id)?.[1]
    this.#fingers.set(id, point)
    this.#hasSlipped ||= other !== undefined || Math.hypot(point.x - this.#start.x, point.y - this.#start.y) > SLIP
    if (other) {
      const spread = (finger: Point): number => Math.hypot(finger.x - other.x, finger.y - other.y)
      const centre = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 }
      this.zoom(spread(point) / Math.max(1, spread(before)), centre)
    }
    if (!this.#hasSlipped) return
    const share = other ? 0.5 : 1
    this.#go(this.x + (point.x - before.x) * share, this.y + (point.y - before.y) * share)
  }

  release(id: number): void {
    this.#fingers.delete(id)
  }

  /** Whether the last press was a drag: then the click that follows means nothing. */
  get hasSlipped(): boolean {
    return this.#hasSlipped
  }

  #go(x: number, y: number): void {
    const { width, height, frameWidth, frameHeight } = this.#limits()
    this.x = within(x, width * this.scale, frameWidth, (frameWidth - width) / 2)
    this.y = within(y, height * this.scale, frameHeight, (frameHeight - height) / 2)
    this.#layer.style.willChange = 'transform'
    this.#frame ||= requestAnimationFrame(() => this.#show())
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#rest(), REST)
  }

  #show(): void {
    this.#frame = 0
    this.#layer.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`
    this.#onmove()
  }

  #rest(): void {
    this.#layer.style.willChange = ''
    this.#onrest()
  }

  destroy(): void {
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
  }
}

/**
 * Keep the map in the window: a map that is larger covers it, a smaller one stays in the middle. The layer is as large as
 * the window and the map lies in its middle, `inset` from its edge at scale 1.
 */
function within(to: number, size: number, frame: number, inset: number): number {
  const scale = frame - 2 * inset === 0 ? 1 : size / (frame - 2 * inset)
  const lead = inset * scale
  if (size <= frame) return (frame - size) / 2 - lead
  return Math.min(BEYOND - lead, Math.max(frame - size - lead - BEYOND, to))
}
