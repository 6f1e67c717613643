/**
 * One stop for Tab per group, arrows inside it: the nearest thing in that direction, Home and End the first and last,
 * Page Down and Page Up the next and the previous one in reading order, so that nothing is out of reach without eyes.
 * Enter and Space click what the browser would not click by itself (a shape of an SVG). When the thing with the focus is
 * taken away by a move, its nearest neighbour has the focus.
 */
import type { Box } from '../motion/flight'

export interface RoveOptions {
  /** What can have the focus. */
  selector?: string
}
type Focusable = HTMLElement | SVGElement
export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

const USUAL = 'button, a[href], [role=button], [data-action]'
const boxOf = (element: Element): Box => element.getBoundingClientRect()

export function rove(root: HTMLElement | SVGElement, options: RoveOptions = {}): { update(to: RoveOptions): void; destroy(): void } {
  let selector = options.selector ?? USUAL
  let held: Focusable | null = null
  let place: Box | null = null

  const things = (): Focusable[] =>
    [...root.querySelectorAll<Focusable>(selector)].filter((one) => !(one as HTMLButtonElement).disabled)

  function mark(): void {
    const all = things()
    // By attribute: setting the property would make the browser recompute styles for each of them.
    const current =
      all.find((one) => one === document.activeElement) ?? all.find((one) => one.getAttribute('tabindex') === '0') ?? all[0]
    for (const one of all) {
      const index = one === current ? '0' : '-1'
      if (one.getAttribute('tabindex') !== index) one.setAttribute('tabindex', index)
    }
  }

  function go(to: Focusable | undefined): void {
    to?.focus()
  }

  function onkeydown(event: Event): void {
    const { key, altKey, ctrlKey, metaKey } = event as KeyboardEvent
    const all = things()
    const at = all.indexOf(document.activeElement as Focusable)
    if (at < 0 || altKey || ctrlKey || metaKey) return
    const thing = all[at] as Focusable
    if (key === 'Enter' || key === ' ') {
      if (thing instanceof HTMLButtonElement || thing instanceof HTMLAnchorElement) return
      thing.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    } else if (key === 'Home') go(all[0])
    else if (key === 'End') go(all.at(-1))
    else if (key === 'PageDown') go(all[(at + 1) % all.length])
    else if (key === 'PageUp') go(all.at(at - 1))
    else if (isDirection(key)) go(all[toward(key, at, all.map(boxOf))])
    else return
    event.preventDefault()
  }

  function onfocusin(event: Event): void {
    held = event.target as Focusable
    place = boxOf(held)
    mark()
  }

  function onfocusout(event: Event): void {
    const left = event.target as Focusable
    // An element that is taken away loses the focus too, but is gone by then.
    queueMicrotask(() => {
      if (left === held && left.isConnected) held = null
    })
  }

  function onchange(): void {
    mark()
    if (!held || held.isConnected || !place) return
    const isFree = document.activeElement === null || document.activeElement === document.body
    const next = isFree ? nearest(place, things()) : undefined
    if (isFree && next === undefined) return // while the others move there may be nothing; then it waits
    held = null
    next?.focus({ preventScroll: true })
  }

  root.addEventListener('keydown', onkeydown)
  root.addEventListener('focusin', onfocusin)
  root.addEventListener('focusout', onfocusout)
  const observer = new MutationObserver(onchange)
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'data-action'] })
  mark()
  return {
    update(to) {
      selector = to.selector ?? USUAL
      mark()
    },
    destroy() {
      observer.disconnect()
      root.removeEventListener('keydown', onkeydown)
      root.removeEventListener('focusin', onfocusin)
      root.removeEventListener('focusout', onfocusout)
    },
  }
}

const isDirection = (key: string): key is Direction => key.startsWith('Arrow')
const middle = (box: Box): { x: number; y: number } => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })

/** Which of the boxes lies next in a direction; where there is none, the next or previous one in their order. */
export function toward(key: Direction, at: number, boxes: Box[]): number {
  const from = middle(boxes[at] as Box)
  const sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  const isLevel = key === 'ArrowRight' || key === 'ArrowLeft'
  let best = (at + sign + boxes.length) % boxes.length
  let least = Infinity
  boxes.forEach((box, index) => {
    const to = middle(box)
    const along = sign * (isLevel ? to.x - from.x : to.y - from.y)
    const across = Math.abs(isLevel ? to.y - from.y : to.x - from.x)
    if (index === at || along < 1 || across > along * 2) return
    const far = along + across * 2
    if (far < least) [best, least] = [index, far]
  })
  return best
}

function nearest(place: Box, all: Focusable[]): Focusable | undefined {
  const from = middle(place)
  const far = (one: Focusable): number => {
    const to = middle(boxOf(one))
    return Math.hypot(to.x - from.x, to.y - from.y)
  }
  return all.map((one) => ({ one, far: far(one) })).sort((a, b) => a.far - b.far)[0]?.one
}
