/** The review of a replay: how far it is, what is known, and which turn of a decision the board shows. */
import { ApiError, api } from '../../../kit/net/api'
import { me } from '../../../kit/net/me.svelte'
import { settings } from '../../../kit/settings.svelte'
import type { Stage } from '../../../kit/table/stage'
import { toasts } from '../../../kit/ui/toasts.svelte'
import type { Review, ReviewProgress, Scenes, Verdict, Way } from '../../../kit/types'
import type { ReplayModel } from '../model.svelte'
import { follow } from './follow'
import { isSpoken, type Spoken } from './judgements'

/** The turn that the board shows: the one played, with the better one beside it, or the better one. */
export type Shown = 'played' | 'best'
/** While a review is made, it is fetched again at most so often, in ms. */
const FETCH_EVERY = 2500
const OVER = ['complete', 'failed', 'stopped']

function dial(): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(`${scheme}://${location.host}/ws?lang=${settings.language}`)
}

export class ReviewModel {
  progress = $state.raw<ReviewProgress | null>(null)
  known = $state.raw<Review | null>(null)
  problem = $state('')
  shown = $state<Shown>('played')
  /** How many turns of the expected play the board shows; 0: none. */
  ahead = $state(0)
  /** Whether the curve shows what each player believed. */
  showsBeliefs = $state(false)
  scenes = $state.raw<Scenes | null>(null)
  #leave: (() => void) | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #fetched = -1
  #isFetching = false

  constructor(readonly replay: ReplayModel) {}

  readonly review = $derived(this.known?.review ?? null)
  readonly isComplete = $derived(this.progress?.stage === 'complete')
  /** The turns of the review, by the number of their first and last action. */
  readonly spans = $derived(this.review?.turns ?? [])
  /** The number of the turn that is shown; null before the first. */
  readonly turn = $derived.by((): number | null => {
    const number = this.replay.step?.number ?? 0
    const found = this.spans.findIndex((span) => span.first <= number && number <= span.last)
    return found < 0 ? null : found
  })
  readonly verdict = $derived.by((): Verdict | null => this.review?.verdicts.find((one) => one.turn === this.turn) ?? null)
  readonly spoken = $derived.by(() => (this.review?.verdicts ?? []).filter((one) => isSpoken(one.judgement)))
  /** What the list of turns marks, by the number of a turn's first action. */
  readonly judged = $derived.by(() => new Map(this.spoken.map((one) => [one.first, one.judgement as Spoken])))
  readonly way = $derived.by((): Way | null => {
    if (!this.scenes || this.scenes.turn !== this.turn) return null
    return this.shown === 'best' || this.scenes.played === null ? this.scenes.best : this.scenes.played
  })

  /** What the board shows: the game as it was played with the better turn as a ghost, or another way. */
  readonly stage = $derived.by((): Stage => {
    const base = this.replay.stage
    const scenes = this.scenes
    if (!scenes || scenes.turn !== this.turn) return base
    if (this.shown === 'played' && this.ahead === 0) {
      return scenes.played === null ? base : { ...base, ghost: { seat: scenes.best.turn.seat, texts: scenes.best.turn.steps.map((step) => step.text) } }
    }
    const way = this.way as Way
    const passages = [way.turn, ...way.expected.slice(0, this.ahead)]
    const last = passages.at(-1)
    const step = last?.steps.at(-1)
    if (!last || !step) return base
    const fresh = last.steps.map((one) => ({ number: one.number, seat: one.actor, text: one.text, lines: one.lines.map((line) => line.text) }))
    return { ...base, view: step.view, fresh, moves: [...base.moves, ...fresh], result: null }
  })

  async start(): Promise<void> {
    const ask = this.replay.source.review
    if (!ask) return
    try {
      await me.ensure()
      this.#take(await ask())
      const id = this.progress?.id
      if (id && !this.isComplete) this.#leave = follow(id, dial, (progress) => this.#take(progress))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.problem = error.refusal.message
    }
  }

  /** Stop following; the server ends what nobody waits for. */
  close(): void {
    this.#leave?.()
    this.#leave = null
    clearTimeout(this.#timer)
  }

  async cancel(): Promise<void> {
    const id = this.progress?.id
    this.close()
    if (id) this.progress = await api.stopReview(id)
  }

  /** Fetch everything again, in the language that was just chosen. */
  retell(): void {
    this.#fetched = -1
    this.scenes = null
    void this.#fetch()
  }

  #take(progress: ReviewProgress): void {
    this.progress = progress
    if (progress.stage === 'complete') this.#leave?.()
    if (!this.#timer || OVER.includes(progress.stage)) {
      clearTimeout(this.#timer)
      const isFirst = this.#fetched <= 0
      this.#timer = setTimeout(() => void this.#fetch(), OVER.includes(progress.stage) || isFirst ? 0 : FETCH_EVERY)
    }
  }

  /** Fetch what is known, if there is something new. */
  async #fetch(): Promise<void> {
    this.#timer = undefined
    const progress = this.progress
    if (!progress || this.#isFetching || progress.done === this.#fetched || progress.done === 0) return
    this.#isFetching = true
    try {
      this.known = await api.reviewed(progress.id)
      this.#fetched = this.known.progress.done
    } catch (error) {
      if (!(error instanceof ApiError && error.refusal.code === 'too_often')) toasts.fail(error)
    }
    this.#isFetching = false
    const now = this.progress
    if (now && now.done > this.#fetched) this.#timer = setTimeout(() => void this.#fetch(), now.stage === 'complete' ? 300 : FETCH_EVERY)
  }

  /** Load the positions around the decision that is shown. */
  async loadScenes(): Promise<void> {
    const { verdict, known } = this
    const seat = this.replay.replay.seat
    if (!verdict || !known) return
    if (this.scenes?.turn === verdict.turn && this.scenes.seat === seat) return
    try {
      const scenes = await api.scenes(known.progress.id, verdict.turn, seat)
      if (this.verdict?.turn === scenes.turn) this.scenes = scenes
    } catch (error) {
      toasts.fail(error)
    }
  }

  show(shown: Shown, ahead = 0): void {
    this.shown = shown
    this.ahead = ahead
    this.replay.jumps += 1
  }

  /** Go to a turn of the review: to its last action, where the whole turn can be seen. */
  goTo(turn: number): void {
    const span = this.spans[turn]
    if (!span) return
    this.replay.stop()
    this.replay.go(span.last - 1)
  }

  /** The next or the previous turn that was judged a mistake of some kind; stays where there is none. */
  stepMistake(by: 1 | -1): void {
    const here = this.turn ?? -1
    const found = by > 0 ? this.spoken.find((one) => one.turn > here) : this.spoken.findLast((one) => one.turn < here)
    if (found) this.goTo(found.turn)
  }

  /** The next or the previous turn. */
  stepTurn(by: 1 | -1): void {
    const here = this.turn ?? -1
    this.goTo(Math.min(this.spans.length - 1, Math.max(0, here + by)))
  }

  seatName(seat: number): string {
    return this.replay.name(seat)
  }
}
