/** How judgements look and how shares of the win are written: each judgement has a sign, a shape and a colour. Pure. */
import type { Judgement, Verdict } from '../../../kit/types'
import { figure } from '../../../kit/words'

export interface Look {
  sign: string
  colour: string
}

/** The text that names each judgement, and the one that says it. */
export const NAMES = { forced: 'forced', free: 'free', good: 'good', inaccuracy: 'inaccuracy', mistake: 'mistake', blunder: 'blunder', unclear: 'unclear' } as const
export const SAID = {
  forced: 'said_forced',
  free: 'said_free',
  good: 'said_good',
  inaccuracy: 'said_loss',
  mistake: 'said_loss',
  blunder: 'said_loss',
  unclear: 'said_unclear',
} as const satisfies Record<Judgement, string>

/** Those that are worth a sign, the worst first. */
export const SPOKEN = ['blunder', 'mistake', 'inaccuracy'] as const satisfies readonly Judgement[]
export type Spoken = (typeof SPOKEN)[number]

export const LOOKS: Readonly<Record<Spoken, Look>> = {
  blunder: { sign: '??', colour: 'var(--signal)' },
  mistake: { sign: '?', colour: 'light-dark(#a8560f, #e59a55)' },
  inaccuracy: { sign: '?!', colour: 'var(--brass)' },
}

export function isSpoken(judgement: Judgement): judgement is Spoken {
  return judgement in LOOKS
}

/** The outline of a judgement's mark: the worse, the larger and the more edges. */
export function markOf(judgement: Spoken, x: number, y: number): string {
  if (judgement === 'blunder') return `M${x - 6} ${y - 2}l-2-2 4-4 4 4 4-4 4 4-4 4 4 4-4 4-4-4-4 4-4-4 4-4z`
  if (judgement === 'mistake') return `M${x - 7} ${y - 6}h14l-7 12z`
  return `M${x} ${y - 6}l6 6-6 6-6-6z`
}

/** A share of the win in whole points, a hundredth each, with a real minus. */
export function points(share: number): string {
  const rounded = Math.round(share * 100)
  return figure(rounded === 0 ? 0 : rounded)
}

/** The same with a plus where it is one. */
export function change(share: number): string {
  const text = points(share)
  return text === '0' || text.startsWith('−') ? text : `+${text}`
}

/** A number with one digit behind the point, as the language writes it. */
export function decimal(value: number, language: string, digits = 1): string {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace('-', '−')
}

/** Decisions that somebody can learn from, in the order of the game. */
export function mistakesOf(verdicts: readonly Verdict[], seat: number | null): Verdict[] {
  return verdicts.filter((verdict) => isSpoken(verdict.judgement) && (seat === null || verdict.seat === seat))
}
