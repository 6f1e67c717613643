/** Motion at the reader's speed: flights of pieces after a change, and figures that count up. */
import { untrack } from 'svelte'
import { fly, look, type Scene } from './flight'
import { settings, type Speed } from '../settings.svelte'

const FLIGHT = 260
const APART = 60
const COUNT = 420
const FACTOR: Record<Speed, number> = { half: 2, normal: 1, double: 0.5, off: 0 }
const calm = matchMedia('(prefers-reduced-motion: reduce)')

/** A time at the chosen speed; 0 if motion is off. */
export function duration(ms: number): number {
  return calm.matches ? 0 : ms * FACTOR[settings.speed]
}

/** How long something that was asked for is shown, at the chosen speed; where nothing moves it has its time as well. */
export function pace(ms: number): number {
  return ms * (FACTOR[settings.speed] || 1)
}

/** Call while a component is set up: pieces below `root` fly whenever `dep` changes what is drawn (see flight.ts). */
export function motion(root: () => Element | null | undefined, dep: () => unknown): void {
  let before: Scene | null = null
  $effect.pre(() => {
    dep()
    const element = untrack(root)
    before = element?.isConnected && isWanted() ? look(element) : null
  })
  $effect(() => {
    dep()
    const element = untrack(root)
    if (before && element) fly(element, before, { time: untrack(() => duration(FLIGHT)), apart: untrack(() => duration(APART)) })
    before = null
  })
}

function isWanted(): boolean {
  return untrack(() => settings.speed) !== 'off' && !document.hidden
}

/** Resolves once every running animation that ends has ended; endless ones are not waited for. */
export async function stillness(): Promise<void> {
  const moving = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
  await Promise.allSettled(moving.map((one) => one.finished))
}

/** A figure that counts up to its value. */
export function countUp(get: () => number): { readonly value: number } {
  let value = $state(untrack(get))
  $effect(() => {
    const to = get()
    const from = untrack(() => value)
    const time = untrack(() => duration(COUNT))
    if (time === 0 || from === to || document.hidden) {
      value = to
      return
    }
    const begin = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, (now - begin) / time)
      value = Math.round(from + (to - from) * part)
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  })
  return {
    get value() {
      return value
    },
  }
}
