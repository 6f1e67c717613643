/** The end of a game: line after line lights up, and its shares go to the players. */
import { duration } from '../../kit/motion/motion.svelte'
import { EXITS } from './geometry'
import type { Spotlight } from './spotlight.svelte'

/** All six are done when the page shows the result. */
const EACH = 220

export function playFinale(light: Spotlight): void {
  const time = duration(EACH)
  if (time === 0) return
  light.score(0)
  const timer = setInterval(() => {
    const next = (light.share ?? 0) + 1
    if (light.share === null || next >= EXITS.length) {
      clearInterval(timer)
      light.clear()
    } else light.score(next)
  }, time)
}
