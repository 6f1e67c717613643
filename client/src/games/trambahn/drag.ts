/** Dragging a piece onto an element with `data-drop`: the piece follows the pointer, and returns if it is not taken. */

export interface Drag {
  /** The piece leaves its place. */
  lift(): void
  /** The place under the piece changes; null beside all of them. */
  over(place: string | null): void
  /** Whether the piece is taken there: then it waits for what happens. */
  drop(place: string | null): boolean
}

const THRESHOLD = 7
const RETURN = 260
/** How long a dropped piece waits for the server before it returns to where it was. */
const WAIT = 800

export function draggable(node: HTMLElement, drag: Drag): { update(next: Drag): void; destroy(): void } {
  let from: { x: number; y: number; id: number } | null = null
  let isLifted = false

  const placeAt = (event: PointerEvent): string | null =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-drop]')?.dataset.drop ?? null

  function down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return
    from = { x: event.clientX, y: event.clientY, id: event.pointerId }
    // A quick pointer leaves the piece between two events, so the window follows it.
    for (const [name, handle] of FOLLOWED) addEventListener(name, handle)
  }

  function move(event: PointerEvent): void {
    if (from === null || event.pointerId !== from.id) return
    const [x, y] = [event.clientX - from.x, event.clientY - from.y]
    if (!isLifted && Math.hypot(x, y) < THRESHOLD) return
    if (!isLifted) {
      isLifted = true
      node.style.pointerEvents = 'none'
      node.dataset.dragged = ''
      drag.lift()
    }
    node.style.translate = `${x}px ${y}px`
    drag.over(placeAt(event))
  }

  function up(event: PointerEvent): void {
    if (from === null || event.pointerId !== from.id) return
    forget()
    if (!isLifted) return
    isLifted = false
    const place = event.type === 'pointerup' ? placeAt(event) : null
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    node.style.pointerEvents = ''
    if (drag.drop(place)) setTimeout(settle, WAIT)
    else settle()
  }

  /** A drag ends with a click, which would pick the piece up or put it down again. */
  const swallow = (event: Event): void => event.stopPropagation()

  function settle(): void {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    delete node.dataset.dragged
    if (!still) node.style.transition = `translate ${RETURN}ms cubic-bezier(.2, .7, .2, 1)`
    node.style.translate = ''
    setTimeout(() => (node.style.transition = ''), RETURN)
  }

  const FOLLOWED = [['pointermove', move], ['pointerup', up], ['pointercancel', up]] as const
  function forget(): void {
    from = null
    for (const [name, handle] of FOLLOWED) removeEventListener(name, handle)
  }

  node.addEventListener('pointerdown', down)
  return {
    update: (next) => (drag = next),
    destroy() {
      forget()
      node.removeEventListener('pointerdown', down)
    },
  }
}
