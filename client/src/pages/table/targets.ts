/** Legal actions on the picture: where they lie, and which one a click means. */
import type { Notation } from '../../games/notation'

export interface Target {
  x: number
  y: number
  /** What can be done here, in the notation. */
  actions: string[]
}

export type Places = Record<string, [number, number]>

/** One target for each spot of the picture on which something can be done. */
export function targetsOf(legal: string[], notation: Notation, places: Places): Target[] {
  const targets = new Map<string, Target>()
  for (const text of legal) {
    const names = notation.places(text)
    const spots = names.flatMap((name) => (places[name] ? [places[name]] : []))
    if (names.length === 0 || spots.length < names.length) continue
    const key = names.join(' ')
    const target = targets.get(key) ?? { x: mean(spots, 0), y: mean(spots, 1), actions: [] }
    target.actions.push(text)
    targets.set(key, target)
  }
  return [...targets.values()]
}

function mean(spots: [number, number][], axis: 0 | 1): number {
  return spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length
}

/** The target nearest to a point, if it is near enough. */
export function nearest(targets: Target[], x: number, y: number, reach: number): Target | null {
  let best: Target | null = null
  let least = reach
  for (const target of targets) {
    const distance = Math.hypot(target.x - x, target.y - y)
    if (distance <= least) [best, least] = [target, distance]
  }
  return best
}
