/** Moving and enlarging the board: drag, wheel, pinch. A press that hardly moves is a click, on a thing or a cell. */
import type { Camera } from './camera.svelte'
import { keyOf } from './geometry'

export interface Gestures {
  camera: Camera
  /** A cell was clicked, or with the keyboard something that stands for it. */
  onpress: (cell: string) => void
}

const STILL = 6
const WHEEL = 0.0016

export function gestures(element: HTMLElement, { camera, onpress }: Gestures): { destroy(): void } {
  const fingers = new Map<number, { x: number; y: number }>()
  let far = 0
  let isDrag = false

  const place = (event: MouseEvent): { x: number; y: number } => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const isControl = (event: Event): boolean => (event.target as Element).closest('button, .overlay') !== null

  function onpointerdown(event: PointerEvent): void {
    if (isControl(event) || (event.pointerType === 'mouse' && event.button !== 0)) return
    fingers.set(event.pointerId, place(event))
    if (fingers.size === 1) [far, isDrag] = [0, false]
  }

  function onpointermove(event: PointerEvent): void {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const now = place(event)
    const [dx, dy] = [now.x - before.x, now.y - before.y]
    far += Math.hypot(dx, dy)
    if (!isDrag && far > STILL) {
      isDrag = true
      element.setPointerCapture(event.pointerId)
    }
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    fingers.set(event.pointerId, now)
    if (!isDrag) return
    if (other) pinch(before, now, other)
    else camera.pan(dx, dy)
  }

  function pinch(before: { x: number; y: number }, now: { x: number; y: number }, other: { x: number; y: number }): void {
    const apart = (one: { x: number; y: number }): number => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
    camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2)
    camera.zoom(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2)
  }

  function onpointerup(event: PointerEvent): void {
    fingers.delete(event.pointerId)
  }

  /** The click at the end of a drag is none. */
  function onclick(event: MouseEvent): void {
    if (isControl(event)) return
    const thing = (event.target as Element).closest<SVGElement>('[data-cell]')
    const { x, y } = place(event)
    if (!isDrag) onpress(thing?.dataset.cell ?? keyOf(camera.cellAt(x, y)))
    isDrag = false
  }

  function onwheel(event: WheelEvent): void {
    event.preventDefault()
    const { x, y } = place(event)
    camera.zoom(Math.exp(-event.deltaY * WHEEL), x, y)
  }

  element.addEventListener('pointerdown', onpointerdown)
  element.addEventListener('pointermove', onpointermove)
  element.addEventListener('pointerup', onpointerup)
  element.addEventListener('pointercancel', onpointerup)
  element.addEventListener('click', onclick)
  element.addEventListener('wheel', onwheel, { passive: false })
  return {
    destroy() {
      element.removeEventListener('pointerdown', onpointerdown)
      element.removeEventListener('pointermove', onpointermove)
      element.removeEventListener('pointerup', onpointerup)
      element.removeEventListener('pointercancel', onpointerup)
      element.removeEventListener('click', onclick)
      element.removeEventListener('wheel', onwheel)
    },
  }
}
