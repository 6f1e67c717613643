/**
 * What the player is about to do at this table, before the server hears of it: what they point at, what they have chosen
 * and not yet confirmed, and whether they still look at the round that has just ended. No rules: what can be done is
 * what the server lists.
 */
import type { Move, Stage } from '../../kit/table/stage'
import { spoken } from '../../kit/game_texts.svelte'
import { settings } from '../../kit/settings.svelte'
import { at, isDouble, keyOf, middle, placeOf, type Point } from './geometry'
import { nameOf } from './notation'
import { STEP, type Pair, type View } from './view'
import { w } from './words'

export interface Target extends Point {
  text: string
  crossing: number | null
  line: Pair | null
  /** It ends the turn, and then it cannot be taken back: it is shown first. */
  asksFirst: boolean
  /** What the observer's cities would cost afterwards. */
  after: number | null
}

export class Desk {
  readonly #stage: () => Stage
  /** Neutral rails, or rails of the player's colour. */
  kind = $state<'R' | 'V'>('R')
  pointed = $state<string | null>(null)
  showsWay = $state(false)
  #chosen = $state<string | null>(null)
  #roundsSeen = $state(0)

  constructor(stage: () => Stage) {
    this.#stage = stage
    const { view, seat } = this
    const hasBegun = seat === null || this.#stage().result !== null || view.players[seat]?.marker !== null
    this.#roundsSeen = hasBegun ? view.rounds.length : view.rounds.length - 1
  }

  readonly view = $derived.by(() => this.#stage().view as View)
  readonly seat = $derived.by(() => this.#stage().seat)

  /** The round that has just ended stays on show until the player goes on. */
  readonly isOver = $derived.by(() => {
    const { step, last_round, rounds } = this.view
    if (last_round === null) return false
    if (step === STEP.deal || step === STEP.over) return true
    return this.#stage().mode !== 'replay' && rounds.length > this.#roundsSeen
  })

  /** It is looked at for the first time, and the game waits for the player to go on. */
  readonly isShown = $derived.by(() => this.isOver && this.#stage().mode !== 'replay' && this.view.rounds.length > this.#roundsSeen)

  goOn(): void {
    this.#roundsSeen = this.view.rounds.length
  }

  // What can be done

  readonly kinds = $derived.by(() => new Set(this.#stage().legal.map((text) => text[0])))
  readonly canEnd = $derived.by(() => this.#stage().legal.includes('E'))

  readonly targets = $derived.by((): Target[] => {
    if (this.isOver || !this.#stage().isMyTurn) return []
    const kind = this.kinds.has(this.kind) ? this.kind : 'R'
    return this.#stage()
      .legal.filter((text) => text[0] === 'M' || text[0] === kind)
      .map((text) => this.#target(text))
  })

  #target(text: string): Target {
    const { crossing, line } = placeOf(text)
    const { plan, step } = this.view
    if (line === null) {
      const after = plan?.starts[crossing ?? 0] ?? null
      return { text, crossing, line, asksFirst: true, after, ...at(crossing ?? 0) }
    }
    const after = plan?.candidates.find((one) => keyOf(one.line) === keyOf(line))?.remaining ?? null
    return { text, crossing, line, asksFirst: step === STEP.secondRail || isDouble(line), after, ...middle(line) }
  }

  readonly #byText = $derived.by(() => new Map(this.targets.map((target) => [target.text, target])))

  /** Chosen and shown, but not yet done; gone as soon as it is no longer possible. */
  readonly chosen = $derived.by(() => this.#byText.get(this.#chosen ?? '') ?? null)
  /** What a preview shows: the action pointed at, else the chosen one. */
  readonly shown = $derived.by(() => this.#byText.get(this.pointed ?? '') ?? this.chosen)

  // What people do

  /** A click, a tap, Enter: the second one on the same place confirms. A finger is broad, so it always asks. */
  choose(target: Target, isTouch: boolean): void {
    const isConfirmed = this.#chosen === target.text
    if (isConfirmed || !(target.asksFirst || isTouch)) this.act(target.text)
    else this.#chosen = target.text
  }

  act(text: string): void {
    this.#chosen = null
    this.pointed = null
    this.#stage().act(text)
  }

  /** First what is only chosen, then what has been done. */
  undo(): void {
    if (this.chosen) this.#chosen = null
    else this.#stage().undo()
  }
}

/** A crossing for people, as the log names it: its city, or where it lies beside the nearest one. */
export function placeName(crossing: number): string {
  return nameOf(crossing, spoken.of('transamerica'), settings.language)
}

/** An action for screen readers, with what it changes. */
export function targetName(target: Target, remaining: number | null): string {
  const { line, crossing, after } = target
  if (line === null) {
    const name = w('target_marker', { place: placeName(crossing ?? 0) })
    return after === null ? name : `${name}, ${w('costs', { count: after })}`
  }
  const [from, to] = line.map(placeName) as [string, string]
  const parts = [w(target.text.startsWith('V') ? 'target_own' : 'target_rail', { from, to })]
  if (isDouble(line)) parts.push(w('is_double'))
  if (after !== null && remaining !== null) parts.push(w('needs_after', { before: remaining, after }))
  return parts.join(', ')
}

const ROUND_ENDS = ['round_over', 'rails_out']

/** How many moves led to the end of the last round. */
export function roundEnd(moves: readonly Move[]): number {
  return moves.findLastIndex(({ events = [] }) => events.some(({ code }) => ROUND_ENDS.includes(code))) + 1 || moves.length
}
