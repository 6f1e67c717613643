/**
 * Which part of the endless board is visible, and at what size. A view moved by hand stays until the player asks to
 * see everything.
 */
import { duration } from '../../kit/motion/motion.svelte'
import { CELL, extent, type Cell } from './geometry'

const LARGEST = 84
const SMALLEST = 26
/** Cells smaller than this cannot be hit with a finger: then they are so large, and not all of them are seen. */
const FOR_FINGERS = 44
const COMFORTABLE = 56
/** The smallest number of cells visible in each direction. */
const ROOM = 9
const RIDE = 260

interface Look {
  x: number
  y: number
  /** The side of a cell in pixels. */
  size: number
}

export class Camera {
  #look = $state.raw<Look>({ x: CELL, y: CELL / 2, size: 62 })
  #frame = 0
  width = $state(0)
  height = $state(0)
  isOwn = $state(false)
  /** Whether it has looked at the board at all. */
  isReady = $state(false)

  readonly size = $derived(this.#look.size)
  /** A pixel in the units of the drawing. */
  readonly unit = $derived(CELL / this.#look.size)
  readonly box = $derived.by(() => {
    const [width, height] = [this.width * this.unit, this.height * this.unit]
    return { x: this.#look.x - width / 2, y: this.#look.y - height / 2, width, height }
  })
  readonly viewBox = $derived(`${this.box.x} ${this.box.y} ${this.box.width} ${this.box.height}`)

  /** Where a point of the drawing is seen, in pixels. */
  pixel(x: number, y: number): [number, number] {
    return [(x - this.box.x) / this.unit, (y - this.box.y) / this.unit]
  }

  /** The cell under a pixel. */
  cellAt(px: number, py: number): Cell {
    return [Math.floor((this.box.x + px * this.unit) / CELL), -Math.floor((this.box.y + py * this.unit) / CELL)]
  }

  pan(px: number, py: number): void {
    this.#jump({ ...this.#look, x: this.#look.x - px * this.unit, y: this.#look.y - py * this.unit })
  }

  /** Larger or smaller; the point under a pixel stays where it is. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    const size = Math.min(LARGEST * 1.5, Math.max(SMALLEST, this.#look.size * factor))
    const shift = CELL / this.#look.size - CELL / size
    const { x, y } = this.#look
    this.#jump({ size, x: x + (px - this.width / 2) * shift, y: y + (py - this.height / 2) * shift })
  }

  /** Show all these cells; `isWhole` even if cells become too small for fingers. */
  fit(cells: readonly Cell[], centre: readonly Cell[], isWhole: boolean): void {
    this.isOwn = false
    this.#ride(this.#fitting(cells, centre, isWhole))
  }

  /** The same, but only if it is needed: nothing moves while everything is well in sight. */
  follow(cells: readonly Cell[], centre: readonly Cell[], isWhole: boolean, isAtOnce: boolean): void {
    if (this.isOwn || this.width === 0) return
    const wanted = this.#fitting(cells, centre, isWhole)
    if (isAtOnce) this.#set(wanted)
    else if (!this.sees(wanted.size === COMFORTABLE ? centre : cells) || this.size < wanted.size * 0.8) this.#ride(wanted)
  }

  /** Go to a cell that is out of sight, even if the board was moved by hand. */
  reveal(cell: Cell): void {
    if (this.width > 0 && !this.sees([cell])) this.#ride({ ...this.#look, x: (cell[0] + 0.5) * CELL, y: (0.5 - cell[1]) * CELL })
  }

  sees(cells: readonly Cell[]): boolean {
    if (cells.length === 0) return true
    const { west, east, south, north } = extent(cells)
    const { x, y, width, height } = this.box
    return west * CELL >= x && (east + 1) * CELL <= x + width && -north * CELL >= y && (1 - south) * CELL <= y + height
  }

  #fitting(cells: readonly Cell[], centre: readonly Cell[], isWhole: boolean): Look {
    const all = extent(cells)
    const columns = Math.max(ROOM, all.east - all.west + 2)
    const rows = Math.max(ROOM, all.north - all.south + 2)
    const whole = Math.min(LARGEST, this.width / columns, this.height / rows)
    const size = isWhole || whole >= FOR_FINGERS ? whole : COMFORTABLE
    const middle = size > whole && centre.length > 0 ? extent(centre) : all
    return { x: ((middle.west + middle.east + 1) * CELL) / 2, y: ((1 - middle.south - middle.north) * CELL) / 2, size }
  }

  #jump(to: Look): void {
    this.isOwn = true
    this.#set(to)
  }

  #set(to: Look): void {
    cancelAnimationFrame(this.#frame)
    this.#look = to
    this.isReady = true
  }

  #ride(to: Look): void {
    const [from, time, begin] = [this.#look, duration(RIDE), performance.now()]
    if (time === 0) return this.#set(to)
    cancelAnimationFrame(this.#frame)
    const move = (now: number): void => {
      const part = Math.min(1, (now - begin) / time)
      const eased = 1 - (1 - part) ** 3
      const between = (a: number, b: number): number => a + (b - a) * eased
      this.#look = { x: between(from.x, to.x), y: between(from.y, to.y), size: between(from.size, to.size) }
      if (part < 1) this.#frame = requestAnimationFrame(move)
    }
    this.#frame = requestAnimationFrame(move)
  }
}
