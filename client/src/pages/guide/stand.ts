/** Keeps something at the place that a guide speaks of: beside the first thing that is marked, over nothing that has to be
    clicked if there is room at all. It stays where it is as long as that holds, so that it never jumps about. */
import { beside, covered, distance, nearestFree, type Rect } from '../../kit/ui/callout'
import { rectOf } from '../../kit/ui/touched'

export interface Place {
  /** Where marked things are looked for. */
  root: HTMLElement | undefined
  /** Changes with what is marked. */
  spot: string
  /** Anything may be played now, not only what is marked. */
  isFree: boolean
  /** Told of the thing's place in the window, and of the place beside it. */
  onstand: (thing: Rect | null, at: Rect | null) => void
}

/** How often the place is looked for, in ms: boards move and enlarge by themselves. */
const OFTEN = 150
/** How much around what is marked is kept free: its ring, and around small things what lies next to them. */
const RING = 10
const AROUND = 40
const SMALL = 90
/** How much further away something may be than where it was put. */
const SLACK = 30
const KEPT = '.top, .coach:not([data-stands]), main [data-keep], main .button.primary, [data-spotlit]'
/** What may be used as well in a free turn. */
const USED = 'main :is([data-action], [data-card], [data-tile], [data-rove]):not(:disabled, [aria-disabled=true])'

/** A Svelte action for what is to stand there: an element with `position: fixed` at the corner of the window. */
export function stand(node: HTMLElement, place: Place): { update(place: Place): void; destroy(): void } {
  let { root, spot, isFree, onstand } = place
  let at: Rect | null = null
  let far = 0
  let first: ReturnType<typeof setTimeout> | undefined
  node.dataset['stands'] = ''

  const marked = (): Element[] => [...(root?.querySelectorAll('[data-spotlit]') ?? [])].filter((one) => rectOf(one).width > 0)
  const rects = (selector: string): Rect[] => [...document.querySelectorAll(selector)].map(rectOf).filter((one) => one.width > 0)

  function look(): void {
    const frame = { width: innerWidth, height: innerHeight }
    const thing = marked().map((one) => shown(rectOf(one), frame)).find((one) => one !== null) ?? null
    const size = { width: node.offsetWidth, height: node.offsetHeight }
    settle(thing === null ? middle(at ?? { x: 0, y: 0, ...frame }) : grown(thing), size, frame)
    if (at !== null) node.style.translate = `${at.x}px ${at.y}px`
    onstand(thing, at)
  }

  function settle(box: Rect, size: { width: number; height: number }, frame: { width: number; height: number }): void {
    const kept = rects(KEPT)
    const all = isFree ? [...kept, ...rects(USED)] : kept
    const still = at && { ...at, ...size }
    const isInside = still !== null && still.x + still.width <= frame.width && still.y + still.height <= frame.height
    if (isInside && covered(still, [box, ...all]) === 0 && distance(still, box) <= far + SLACK) return void (at = still)
    at = nearestFree(box, size, all, frame) ?? nearestFree(box, size, kept, frame) ?? beside(box, size, kept, frame)
    far = distance(at, box)
  }

  function begin(): void {
    far = -SLACK // whatever is marked now, the best place for it is looked for
    clearTimeout(first)
    // Once it is drawn, a place outside of the window is scrolled to; inside of it nothing moves.
    first = setTimeout(() => marked()[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), OFTEN)
  }

  begin()
  const timer = setInterval(look, OFTEN)
  return {
    update(next) {
      const isNew = next.spot !== spot || next.root !== root
      ;({ root, spot, isFree, onstand } = next)
      if (isNew) begin()
    },
    destroy() {
      clearInterval(timer)
      clearTimeout(first)
    },
  }
}

/** The part of a place that the window shows. */
function shown(box: Rect, frame: { width: number; height: number }): Rect | null {
  const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)]
  const [width, height] = [Math.min(frame.width, box.x + box.width) - x, Math.min(frame.height, box.y + box.height) - y]
  return width > 4 && height > 4 ? { x, y, width, height } : null
}

function middle({ x, y, width, height }: Rect): Rect {
  return { x: x + width / 2, y: y + height / 2, width: 0, height: 0 }
}

function grown({ x, y, width, height }: Rect): Rect {
  const by = Math.max(width, height) < SMALL ? AROUND : RING
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}
