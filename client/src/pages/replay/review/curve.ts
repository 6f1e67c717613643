/** The curve of the win over a game as points and paths. Pure. */
import type { Review } from '../../../kit/types'

type Facts = Pick<Review['review'], 'curve' | 'steps' | 'verdicts'>

export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

/** Where a turn and a share of the win lie in a frame. */
export function scalesOf(frame: Frame, turns: number): { x: (turn: number) => number; y: (share: number) => number } {
  const wide = frame.width - frame.left - frame.right
  const high = frame.height - frame.top - frame.bottom
  return {
    x: (turn) => frame.left + (turns === 0 ? 0 : (turn / turns) * wide),
    y: (share) => frame.top + (1 - share) * high,
  }
}

/** The points of a seat's curve, gaps left out: before each turn, and the result. */
export function curveOf({ curve }: Facts, seat: number): { turn: number; share: number }[] {
  return curve.flatMap((shares, turn) => (shares ? [{ turn, share: shares[seat] ?? 0 }] : []))
}

/** What a seat believed at each of its own decisions. */
export function beliefsOf({ verdicts }: Facts, seat: number): { turn: number; share: number }[] {
  return verdicts.filter((one) => one.seat === seat).map((one) => ({ turn: one.turn, share: one.value }))
}

/** What was drawn or dealt after each turn, for one seat: the share before and after it, where it changed something. */
export function drawsOf({ curve, steps }: Facts, seat: number, least = 0.002): { turn: number; from: number; to: number }[] {
  return steps.flatMap((step) => {
    const after = curve[step.turn + 1]?.[seat]
    const by = step.draws[seat] ?? 0
    return after === undefined || after === null || Math.abs(by) < least ? [] : [{ turn: step.turn, from: after - by, to: after }]
  })
}

export function pathOf(points: readonly { turn: number; share: number }[], x: (turn: number) => number, y: (share: number) => number): string {
  return points.map(({ turn, share }, place) => `${place === 0 ? 'M' : 'L'}${x(turn).toFixed(1)} ${y(share).toFixed(1)}`).join('')
}
