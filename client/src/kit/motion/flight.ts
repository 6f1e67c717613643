/**
 * Pieces that travel. Everything below a root that carries `data-piece` is measured before and after a change and flies
 * from where it was. A new piece flies from the element whose `data-place` equals its `data-from`; a piece that vanishes
 * flies on as a ghost to its `data-to`; with `data-back` it turns over half-way and shows what is drawn at that place.
 * `data-rolls`: it drives the last bit on the level. HTML and SVG alike; a piece inside another piece moves with it.
 * The individual CSS properties `translate` and `scale` are animated, so that a piece keeps its own `transform`.
 */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}
interface Seen {
  element: Element
  parent: Element | null
  box: Box
  to: string | undefined
}
export interface Scene {
  pieces: Map<string, Seen>
  places: Map<string, Box>
}
export interface Pace {
  /** Of one flight, in ms. */
  time: number
  /** Between two pieces that start one after the other. */
  apart: number
}

export const EASE = 'cubic-bezier(.2,.7,.2,1)'
const FADE = 120
const LONGEST_WAIT = 900
/** How long it takes until the last of several pieces has left for the same place. */
const RIPPLE = 300
/** How far a piece with `data-rolls` drives on the level, in pixels, and which part of its time that takes. */
const ROLL = 60
const ROLLING = 0.45
/** A piece is seen edge-on after this part of its flight; most of the way is done early. */
const TURNED = 0.25
const STILL = 0.5
const flights = new WeakMap<Element, Animation>()

const boxOf = (element: Element): Box => element.getBoundingClientRect()
const data = (element: Element, name: string): string | undefined => (element as HTMLElement | SVGElement).dataset[name]
const isVisible = (box: Box): boolean => box.width > 0 || box.height > 0

/** Where everything is now. */
export function look(root: Element): Scene {
  const scene: Scene = { pieces: new Map(), places: new Map() }
  for (const element of root.querySelectorAll('[data-piece]')) {
    const box = boxOf(element)
    if (element.parentElement?.closest('[data-piece]') || !isVisible(box)) continue
    const seen = { element, parent: element.parentElement, box, to: data(element, 'to') }
    scene.pieces.set(data(element, 'piece') as string, seen)
  }
  for (const element of root.querySelectorAll('[data-place]')) scene.places.set(data(element, 'place') as string, boxOf(element))
  return scene
}

/** Let everything fly from where it was `before` to where it is now; with no time at all new pieces only fade in. */
export function fly(root: Element, before: Scene, pace: Pace): void {
  land(root)
  const after = look(root)
  const place = (name: string | undefined): Box | undefined =>
    name === undefined ? undefined : (before.places.get(name) ?? after.places.get(name))
  let started = 0
  for (const [key, now] of after.pieces) {
    const old = before.pieces.get(key)
    const from = old?.box ?? place(data(now.element, 'from'))
    if (pace.time === 0) {
      if (!old) fadeIn(now.element)
    } else if (from && hasMoved(from, now.box)) {
      const order = Number(data(now.element, 'order') ?? (old ? 0 : started++))
      start(now.element, from, now.box, pace.time, Math.min(LONGEST_WAIT, order * pace.apart))
    } else if (!old) fadeIn(now.element)
  }
  if (pace.time === 0) return
  const leaving = [...before.pieces].flatMap(([key, gone]) => {
    const to = after.pieces.has(key) ? undefined : place(gone.to)
    return to ? [{ gone, to }] : []
  })
  const apart = Math.min(pace.apart, RIPPLE / leaving.length)
  leaving.forEach(({ gone, to }, order) => sendGhost(root, gone, to, pace.time, order * apart))
}

/** End the flights below a root, so that measuring finds the pieces where they belong. */
function land(root: Element): void {
  for (const element of root.querySelectorAll('[data-piece]')) flights.get(element)?.cancel()
}

function hasMoved(from: Box, to: Box): boolean {
  return (
    Math.abs(from.x - to.x) > STILL ||
    Math.abs(from.y - to.y) > STILL ||
    Math.abs(from.width - to.width) > STILL * 4
  )
}

function start(element: Element, from: Box, to: Box, time: number, delay: number): void {
  const frames: Keyframe[] = [startFrame(element, from, to), { translate: '0px 0px', scale: '1' }]
  if (data(element, 'rolls') !== undefined) {
    const stop = { x: to.x - ROLL, y: to.y, width: to.width, height: to.height }
    frames.splice(1, 0, { ...startFrame(element, stop, to), offset: 1 - ROLLING })
  }
  const layer = element instanceof HTMLElement ? { zIndex: 10, transformOrigin: '0 0' } : {}
  const flight = element.animate(
    frames.map((frame) => ({ ...frame, ...layer })),
    { duration: time, delay, easing: EASE, fill: 'backwards' },
  )
  flights.set(element, flight)
}

/** The translation that puts a piece at `to` back where it was: pixels in HTML, units of the drawing in SVG. */
function startFrame(element: Element, from: Box, to: Box): Keyframe {
  const scale = scaleOf(from, to)
  const centred = centre(from, to, scale)
  if (!(element instanceof SVGGraphicsElement)) return frame(centred.x - to.x, centred.y - to.y, scale)
  const unit = (element.parentElement as unknown as SVGGraphicsElement | null)?.getScreenCTM?.()
  if (!unit) return frame(0, 0, 1)
  const [here, there] = [inUnits(to, unit), inUnits(centred, unit)]
  return frame(there.x - scale * here.x, there.y - scale * here.y, scale)
}

const frame = (x: number, y: number, scale: number): Keyframe => ({ translate: `${x}px ${y}px`, scale: String(scale) })

const inUnits = (point: { x: number; y: number }, unit: DOMMatrix): DOMPoint =>
  new DOMPoint(point.x, point.y).matrixTransform(unit.inverse())

/** How large a piece at `to` must be drawn to look as at `from`; pieces keep their proportions. */
export function scaleOf(from: Box, to: Box): number {
  if (to.width === 0 || from.width === 0) return 1
  return Math.min(3, Math.max(0.2, Math.min(from.width / to.width, to.height === 0 ? 3 : from.height / to.height)))
}

/** The corner from which a scaled piece lies in the middle of `from`. */
export function centre(from: Box, to: Box, scale: number): { x: number; y: number } {
  return {
    x: from.x + (from.width - to.width * scale) / 2,
    y: from.y + (from.height - to.height * scale) / 2,
  }
}

function fadeIn(element: Element): void {
  flights.set(element, element.animate({ opacity: [0, 1] }, { duration: FADE, easing: 'linear' }))
}

function sendGhost(root: Element, gone: Seen, to: Box, time: number, delay: number): void {
  const ghost = gone.element.cloneNode(true) as HTMLElement | SVGElement
  for (const one of [ghost, ...ghost.querySelectorAll<HTMLElement | SVGElement>('*')]) {
    for (const name of ['piece', 'place', 'action', 'from', 'to', 'back']) delete one.dataset[name]
    one.removeAttribute('id')
    one.removeAttribute('tabindex')
  }
  ghost.setAttribute('aria-hidden', 'true')
  ghost.style.pointerEvents = 'none'
  if (ghost instanceof HTMLElement) lift(ghost, gone.box)
  const host = ghost instanceof HTMLElement ? root : gone.parent?.isConnected ? gone.parent : root
  host.append(ghost)
  const here = boxOf(ghost)
  const end = startFrame(ghost, to, here)
  const layer = ghost instanceof HTMLElement ? { transformOrigin: '0 0' } : {}
  const flight = ghost.animate(
    [{ translate: '0px 0px', scale: '1', opacity: 1, ...layer }, { opacity: 1, offset: 0.7 }, { ...end, opacity: 0, ...layer }],
    { duration: time, delay, easing: EASE, fill: 'forwards' },
  )
  turnOver(root, ghost, data(gone.element, 'back'), time, delay)
  flight.onfinish = flight.oncancel = () => ghost.remove()
}

/** Half-way a ghost is seen edge-on; then it shows the picture that is drawn at a place, the back of a card. */
function turnOver(root: Element, ghost: HTMLElement | SVGElement, place: string | undefined, time: number, delay: number): void {
  const face = ghost.querySelector('svg')
  const back = place === undefined ? null : root.querySelector(`[data-place="${place}"] svg`)
  if (!face || !back) return
  ghost.style.boxShadow = 'none' // it would stay flat
  const edge = face.animate({ transform: ['scaleX(1)', 'scaleX(0)'] }, { duration: time * TURNED, delay, fill: 'forwards' })
  edge.onfinish = () => {
    const turned = back.cloneNode(true) as SVGElement
    for (const side of ['width', 'height']) turned.setAttribute(side, face.getAttribute(side) ?? '')
    face.replaceWith(turned)
    turned.animate({ transform: ['scaleX(0)', 'scaleX(1)'] }, { duration: time * TURNED, easing: EASE })
  }
}

/** Out of the layout, at the same spot of the window. */
function lift(ghost: HTMLElement, box: Box): void {
  Object.assign(ghost.style, {
    position: 'fixed',
    zIndex: '11',
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: '0',
  })
}
