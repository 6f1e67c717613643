/**
 * The window through which the map is seen: how large it is, which part it shows, and what mouse, fingers and keys do
 * to that. The moving itself is the camera's.
 */
import { untrack } from 'svelte'
import { Camera } from './camera'
import { HEIGHT, LEFT, TOP, WIDTH, type Point } from './geometry'

interface Elements {
  frame: HTMLElement | undefined
  layer: HTMLElement | undefined
  /** The visible part, on the overview. */
  shownFrame: SVGRectElement | undefined
}

const PHONE = 600
/** How near the edge a thing with the focus may be. */
const MARGIN = 60
/** Names and signs keep between these sizes: pixels of the screen for one of the map. */
const SMALLEST = 0.93
const LARGEST = 1.35
/** Below this only the observer's cities are named. */
const CROWDED = 0.55

export class Sight {
  width = $state(0)
  height = $state(0)
  isTouch = false
  readonly #elements: () => Elements
  /** Of the camera when it rests: what is drawn follows only then. */
  #scale = $state(1)
  #camera: Camera | null = null

  constructor(elements: () => Elements) {
    this.#elements = elements
  }

  /** Pixels of the screen for one of the map, while all of it is shown. */
  readonly base = $derived.by(() => Math.min(this.width / WIDTH, this.height / HEIGHT) || 1)
  readonly isPhone = $derived.by(() => this.width > 0 && this.width < PHONE)
  readonly isSmall = $derived.by(() => this.base * this.#scale < CROWDED)
  /** How much larger signs and names are drawn, so that they can be read however small or large the map is. */
  readonly size = $derived.by(() => {
    const shown = this.base * this.#scale
    const wished = Math.min(Math.max(shown, SMALLEST), LARGEST) / shown
    return Math.min(1.9, Math.max(0.4, wished))
  })

  /** Begin to look; to be called again when the window changes its size. */
  open(home: () => Point): (() => void) | undefined {
    const { layer } = this.#elements()
    if (!layer || this.width === 0 || this.height === 0) return undefined
    const limits = { width: WIDTH * this.base, height: HEIGHT * this.base, frameWidth: this.width, frameHeight: this.height }
    const camera = new Camera(layer, () => limits, () => this.#showFrame(), () => (this.#scale = camera.scale))
    this.#camera = camera
    const named = (CROWDED + 0.01) / this.base
    if (this.isPhone) camera.look(untrack(() => this.#toFrame(home())), Math.max(limits.frameHeight / limits.height, named))
    else camera.fit()
    return () => camera.destroy()
  }

  /** Pixels of the screen for one of the map, at this moment. */
  get scaleNow(): number {
    return this.base * (this.#camera?.scale ?? 1)
  }
  /** Whether the last press was a drag: then the click that follows means nothing. */
  get hasSlipped(): boolean {
    return this.#camera?.hasSlipped ?? false
  }

  zoom(factor: number): void {
    this.#camera?.zoom(factor, { x: this.width / 2, y: this.height / 2 })
  }
  fit(): void {
    this.#camera?.fit()
  }
  /** Keep a point of the map in sight. */
  keep(point: Point): void {
    this.#camera?.keepInSight(this.#toFrame(point), MARGIN)
  }

  // Points

  /** Where an event happened, on the map. */
  onMap(event: { clientX: number; clientY: number }): Point {
    const point = this.#inFrame(event)
    return this.#toMap(this.#camera?.toMap(point) ?? point)
  }
  #inFrame(event: { clientX: number; clientY: number }): Point {
    const box = this.#elements().frame?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  /** A point of the map in pixels of the window while all of it is shown, and back. */
  #toFrame({ x, y }: Point): Point {
    return { x: (this.width - WIDTH * this.base) / 2 + (x - LEFT) * this.base, y: (this.height - HEIGHT * this.base) / 2 + (y - TOP) * this.base }
  }
  #toMap({ x, y }: Point): Point {
    return { x: (x - (this.width - WIDTH * this.base) / 2) / this.base + LEFT, y: (y - (this.height - HEIGHT * this.base) / 2) / this.base + TOP }
  }

  #showFrame(): void {
    const { shownFrame } = this.#elements()
    if (!shownFrame || !this.#camera) return
    const from = this.#toMap(this.#camera.toMap({ x: 0, y: 0 }))
    const to = this.#toMap(this.#camera.toMap({ x: this.width, y: this.height }))
    const values = { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y }
    for (const [name, value] of Object.entries(values)) shownFrame.setAttribute(name, value.toFixed(0))
  }

  // Mouse, fingers, keys

  press(event: PointerEvent): void {
    this.isTouch = event.pointerType === 'touch'
    if (event.button === 0) this.#camera?.press(event.pointerId, this.#inFrame(event))
  }
  drag(event: PointerEvent): void {
    if (event.buttons === 0) return
    this.#camera?.drag(event.pointerId, this.#inFrame(event))
    const { frame } = this.#elements()
    if (this.hasSlipped && frame && !frame.hasPointerCapture(event.pointerId)) frame.setPointerCapture(event.pointerId)
  }
  release(event: PointerEvent): void {
    this.#camera?.release(event.pointerId)
  }
  wheel(event: WheelEvent): void {
    event.preventDefault()
    this.#camera?.zoom(Math.exp(-event.deltaY * 0.0016), this.#inFrame(event))
  }
  key(event: KeyboardEvent): void {
    if (event.key === '+') this.zoom(1.5)
    else if (event.key === '-') this.zoom(1 / 1.5)
    else if (event.key === '0') this.fit()
  }
}
