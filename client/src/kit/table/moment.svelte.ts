/** Things that change the game for everybody, such as a scoring: each has its moment on the board. */
import { untrack } from 'svelte'
import { pace } from '../motion/motion.svelte'
import type { LogEvent, Stage } from './stage'

const SHOWN_FOR = 3200

/** Call while a component is set up: the events of these kinds in the newest move, for as long as they are to be seen. */
export function moment(stage: () => Stage, codes: readonly string[]): { readonly events: readonly LogEvent[] } {
  let events = $state.raw<readonly LogEvent[]>([])
  let timer: ReturnType<typeof setTimeout> | undefined
  let seen = untrack(() => stage().moves.length)
  $effect(() => {
    const { moves } = stage()
    const isNew = moves.length === seen + 1
    seen = moves.length
    const found = (isNew ? (moves.at(-1)?.events ?? []) : []).filter(({ code }) => codes.includes(code))
    if (found.length === 0) return
    clearTimeout(timer)
    events = found
    timer = setTimeout(() => (events = []), pace(SHOWN_FOR))
  })
  $effect(() => () => clearTimeout(timer))
  return {
    get events() {
      return events
    },
  }
}
