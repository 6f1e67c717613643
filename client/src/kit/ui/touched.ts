/** What the reader touched last, with a finger, a mouse or a key: that is where they look. */
import type { Rect } from './callout'

const THINGS = '[data-rove], [data-cell], [data-card], [data-action], button, a, li, input'
let touched: { element: Element | null; x: number; y: number } | null = null

function note({ target, clientX, clientY }: PointerEvent): void {
  const element = target instanceof Element ? target.closest(THINGS) : null
  touched = { element, x: clientX, y: clientY }
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', note, true)
  document.addEventListener('pointerup', note, true)
  document.addEventListener('keydown', () => (touched = { element: document.activeElement, x: 0, y: 0 }), true)
}

/** Its place in the window; null if nothing was touched, or nothing that is still there. */
export function lastTouched(): Rect | null {
  if (touched === null) return null
  const { element, x, y } = touched
  if (element === null || element === document.body) return x === 0 && y === 0 ? null : { x, y, width: 1, height: 1 }
  return element.isConnected ? rectOf(element) : x === 0 && y === 0 ? null : { x, y, width: 1, height: 1 }
}

export function rectOf(element: Element): Rect {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height }
}
