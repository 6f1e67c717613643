/** Dragging a piece onto a place that has `data-drop`: the piece itself follows the pointer, and comes back if nothing comes of it. */

export interface Drag {
  /** The piece leaves its place. */
  lift(): void
  /** The place under the piece changes; null beside all of them. */
  over(place: string | null): void
  drop(place: string | null): void
}

const THRESHOLD = 7
const RETURN = 260

export function draggable(node: HTMLElement, drag: Drag): { update(next: Drag): void; destroy(): void } {
  let from: { x: number; y: number; id: number } | null = null
  let isLifted = false

  const placeAt = (event: PointerEvent): string | null =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-drop]')?.dataset.drop ?? null

  function down(event: PointerEvent): void {
    if (event.button === 0 && event.isPrimary) from = { x: event.clientX, y: event.clientY, id: event.pointerId }
  }

  function move(event: PointerEvent): void {
    if (from === null || event.pointerId !== from.id) return
    const [x, y] = [event.clientX - from.x, event.clientY - from.y]
    if (!isLifted && Math.hypot(x, y) < THRESHOLD) return
    if (!isLifted) {
      isLifted = true
      node.setPointerCapture(from.id)
      node.style.pointerEvents = 'none'
      node.dataset.dragged = ''
      drag.lift()
    }
    node.style.translate = `${x}px ${y}px`
    drag.over(placeAt(event))
  }

  function up(event: PointerEvent): void {
    if (from === null || event.pointerId !== from.id) return
    from = null
    if (!isLifted) return
    isLifted = false
    const place = event.type === 'pointerup' ? placeAt(event) : null
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    drag.drop(place)
    settle()
  }

  /** A drag ends with a click, which would pick the piece up or put it down again. */
  const swallow = (event: Event): void => event.stopPropagation()

  function settle(): void {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    node.style.pointerEvents = ''
    delete node.dataset.dragged
    if (!still) node.style.transition = `translate ${RETURN}ms cubic-bezier(.2, .7, .2, 1)`
    node.style.translate = ''
    setTimeout(() => (node.style.transition = ''), RETURN)
  }

  const events = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up } as const
  for (const [name, handle] of Object.entries(events)) node.addEventListener(name, handle as EventListener)
  return {
    update: (next) => (drag = next),
    destroy() {
      for (const [name, handle] of Object.entries(events)) node.removeEventListener(name, handle as EventListener)
    },
  }
}
