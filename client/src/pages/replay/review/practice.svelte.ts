/** "Learn from your mistakes": the positions before one seat's mistakes, in which the reader plays the turn again. */
import { ApiError, api } from '../../../kit/net/api'
import { toasts } from '../../../kit/ui/toasts.svelte'
import type { Ghost, Move, Stage, StageSeat } from '../../../kit/table/stage'
import type { Judged, Scenes, Trial, Verdict } from '../../../kit/types'
import { mistakesOf } from './judgements'
import type { ReviewModel } from './model.svelte'

export class Practice implements Stage {
  readonly mode = 'table'
  /** Which of the mistakes is tried, from 0. */
  place = $state(0)
  trial = $state.raw<Trial | null>(null)
  answer = $state.raw<Judged | null>(null)
  scenes = $state.raw<Scenes | null>(null)
  /** How much was given away: 0 nothing, 1 the piece, 2 the turn. */
  told = $state(0)
  isBusy = $state(false)
  readonly mistakes: readonly Verdict[]
  #actions: string[] = []

  constructor(
    readonly review: ReviewModel,
    readonly seat: number,
  ) {
    this.mistakes = mistakesOf(review.review?.verdicts ?? [], seat)
    void this.begin(0)
  }

  readonly verdict = $derived.by(() => this.mistakes[this.place] as Verdict)
  readonly #id = $derived.by(() => this.review.known?.progress.id ?? '')
  readonly isOver = $derived(this.trial?.is_over === true)
  /** The turn that was best, in sentences. */
  readonly best = $derived(this.scenes?.best.turn.text ?? '')
  /** The first action of the best turn: what to begin with. */
  readonly first = $derived(this.scenes?.best.turn.steps[0]?.lines[0]?.text ?? '')

  async begin(place: number): Promise<void> {
    this.place = place
    this.#actions = []
    this.trial = this.answer = this.scenes = null
    this.told = 0
    await this.#load()
  }

  async #load(): Promise<void> {
    this.isBusy = true
    try {
      const { turn } = this.verdict
      const trial = await api.trial(this.#id, turn, this.#actions)
      this.scenes ??= await api.scenes(this.#id, turn, this.seat)
      this.trial = trial
      if (trial.is_over) this.answer = await api.judge(this.#id, turn, this.#actions)
    } catch (error) {
      if (error instanceof ApiError) toasts.refuse(error.refusal, this.game)
      else toasts.fail(error)
      this.#actions.pop()
    }
    this.isBusy = false
  }

  /** Load the words again, in the language that was just chosen. */
  retell(): void {
    this.scenes = null
    void this.#load()
  }

  act(text: string): void {
    if (this.isBusy || this.isOver) return
    this.#actions.push(text)
    void this.#load()
  }

  undo(): void {
    if (this.isBusy || this.#actions.length === 0) return
    this.#actions.pop()
    this.answer = null
    void this.#load()
  }

  /** Try the same position again. */
  again(): void {
    void this.begin(this.place)
  }

  hint(): void {
    this.told = Math.min(2, this.told + 1)
  }

  // What a board shows

  get game(): string {
    return this.review.replay.replay.game
  }
  get seats(): readonly StageSeat[] {
    return this.review.replay.seats.map((one, place) => ({ ...one, isYou: place === this.seat }))
  }
  get view(): unknown {
    return this.trial?.view
  }
  get actor(): number | null {
    return this.isOver ? null : this.seat
  }
  get isMyTurn(): boolean {
    return this.trial !== null && !this.isOver
  }
  get legal(): readonly string[] {
    return this.trial?.legal ?? []
  }
  readonly moves = $derived.by((): Move[] => {
    const before = this.review.replay.movesBefore(this.verdict.first)
    const own = (this.trial?.steps ?? []).map((step) => ({ number: step.number, seat: this.seat, text: step.text, lines: step.lines.map((line) => line.text) }))
    return [...before, ...own]
  })
  readonly fresh = $derived.by((): Move[] => this.moves.filter((move) => move.number >= this.verdict.first))
  readonly ghost = $derived.by((): Ghost | null => {
    const steps = this.scenes?.best.turn.steps ?? []
    const shown = this.told === 2 ? steps.length : this.told
    return shown === 0 || (this.isOver && this.told < 2) ? null : { seat: this.seat, texts: steps.slice(0, shown).map((step) => step.text) }
  })
  readonly result = null
  get canUndo(): boolean {
    return !this.isBusy && (this.trial?.steps.length ?? 0) > 0
  }
}
