/**
 * Guided first games: what a game brings (`games/<key>/guide.ts`), and where in it the learner is. That is read from the
 * moves alone, so it survives a reload and taking back. Pure, no rules.
 */
import type { GameKeys } from '../generated/keys'
import type { Move } from '../kit/table/stage'
import type { SeatPlan } from '../kit/types'

export interface GuideStep<Key extends string = string> {
  /** Title and text stand under this key in section `guide` of the game's texts; `{name}` there is the opponent. */
  key: Key
  /** Only to be read; a button goes on. */
  isRead?: boolean
  /** Free until the view shows this: what the game is about, such as the first points. */
  until?: (view: never) => boolean
  /** The places that a step to be read speaks of: selectors, all of which are marked. */
  shows?: readonly string[]
  /** To be done in this order. Without them the step is free: it lasts `until`, or until the learner's next turn. */
  actions?: readonly GuideAction[]
  /** The rule behind it. */
  clause?: string
}

export interface GuideAction {
  /** In the notation. */
  text: string
  /** What to begin with, such as the card to pick up: selectors, of which the first one counts that is there. */
  spot?: readonly string[]
}

export interface Guide<Game extends keyof GameKeys = keyof GameKeys> {
  /** Who sits there; one of them is the learner's seat, which begins. */
  seats: readonly SeatPlan[]
  steps: readonly GuideStep<GameKeys[Game]['guide']>[]
}

export interface Progress {
  /** The current step, from 0; after the last one the number of steps. */
  step: number
  /** How many actions of the step are done. */
  done: number
  /** The learner went another way: the rest is played freely. */
  isAstray: boolean
}

/** What the progress is read from. */
export interface Course {
  moves: readonly Move[]
  seat: number | null
  isMyTurn: boolean
  view: unknown
  isOver: boolean
}

/** Where the learner is, from the steps read and what has happened. */
export function progressOf(guide: Guide, { moves, seat, isMyTurn, view, isOver }: Course, read: number): Progress {
  const own = moves.flatMap((move, place) => (move.seat === seat && move.text !== null ? [{ text: move.text, place }] : []))
  let taken = 0
  for (const [step, { isRead, actions, until }] of guide.steps.entries()) {
    if (until) {
      if (!isOver && !until(view as never)) return { step, done: 0, isAstray: false }
      taken = own.length // whatever was played on the way
    } else if (isRead) {
      if (read <= step) return { step, done: 0, isAstray: false }
    } else if (actions) {
      for (const [done, action] of actions.entries()) {
        const move = own[taken]
        if (!move) return { step, done, isAstray: false }
        if (move.text !== action.text) return { step: guide.steps.length, done: 0, isAstray: true }
        taken += 1
      }
    } else {
      // A free turn: everything up to another player's next move, and then until it is the learner's turn again.
      const begun = taken
      while (own[taken] && (taken === begun || !isCut(moves, own[taken - 1]?.place ?? 0, own[taken]?.place ?? 0))) taken += 1
      const isDone = taken > begun && (own[taken] !== undefined || (isMyTurn && isCut(moves, own[taken - 1]?.place ?? 0, moves.length)))
      if (!isDone) return { step, done: 0, isAstray: false }
    }
  }
  return { step: guide.steps.length, done: 0, isAstray: false }
}

/** Whether another seat moved between two places. */
function isCut(moves: readonly Move[], from: number, to: number): boolean {
  const seat = moves[from]?.seat
  return moves.slice(from + 1, to).some((move) => move.seat !== null && move.seat !== seat)
}

const found = import.meta.glob<Guide>('./*/guide.ts', { import: 'guide' })

export async function guideOf(game: string): Promise<Guide | null> {
  return (await found[`./${game}/guide.ts`]?.()) ?? null
}
