/** The turns of a game: the consecutive steps of one seat, or of chance. Pure. */
import type { Replay, ReplayStep } from '../../kit/types'

export interface Turn {
  /** From 1 for players; null for chance, such as a deal. */
  number: number | null
  seat: number | null
  /** Places in the list of steps. */
  first: number
  last: number
  steps: ReplayStep[]
  /** What happened in it, in sentences. */
  lines: string[]
  /** What the player's points changed by. */
  gained: number
  /** Whether something was finished in it. */
  isMilestone: boolean
}

export function turnsOf({ steps, turns: told }: Pick<Replay, 'steps' | 'turns'>, milestones: readonly string[]): Turn[] {
  const turns: Turn[] = []
  const linesFrom = new Map(told.map((turn) => [turn.first, turn.lines.map((line) => line.text)]))
  let number = 0
  steps.forEach((step, place) => {
    const seat = step.actor < 0 ? null : step.actor
    let turn = turns.at(-1)
    if (!turn || turn.seat !== seat) {
      const lines = linesFrom.get(step.number) ?? []
      turn = { number: seat === null ? null : ++number, seat, first: place, last: place, steps: [], lines, gained: 0, isMilestone: false }
      turns.push(turn)
    }
    turn.last = place
    turn.steps.push(step)
    turn.isMilestone ||= step.lines.some((line) => milestones.includes(line.code))
    if (seat !== null) turn.gained = (step.points[seat] ?? 0) - (steps[turn.first - 1]?.points[seat] ?? 0)
  })
  return turns
}

/** The turn that a place belongs to. */
export function turnAt(turns: readonly Turn[], place: number): Turn | undefined {
  return turns.find((turn) => place <= turn.last)
}
