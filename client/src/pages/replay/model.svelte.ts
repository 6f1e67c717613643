/** One replay in this browser: the current step, whether it is playing, and the stage for the game's board. */
import type { GameReplay } from '../../games/replay'
import type { Replay } from '../../kit/types'
import { lettersOf, type Move, type Stage, type StageSeat } from '../../kit/table/stage'
import { turnAt, turnsOf } from './turns'
import type { Source } from './sources'

export const SPEEDS = [0.5, 1, 2] as const
export type Pace = (typeof SPEEDS)[number]
/** How long a step is shown at normal speed, in ms. */
const HELD = 1100

export class ReplayModel {
  replay = $state.raw<Replay>() as Replay
  /** Which step is shown, from 0. */
  place = $state(0)
  isPlaying = $state(false)
  pace = $state<Pace>(1)
  /** Counts up when the board has to be redrawn instead of moved on: pieces fly only from one step to the next. */
  jumps = $state(0)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly source: Source,
    readonly look: GameReplay,
    replay: Replay,
    step: number | null,
  ) {
    this.replay = replay
    this.place = step === null ? this.last : this.#bounded(step - 1)
  }

  readonly last = $derived.by(() => Math.max(0, this.replay.steps.length - 1))
  readonly step = $derived(this.replay.steps[this.place])
  readonly turns = $derived.by(() => turnsOf(this.replay, this.look.milestones))
  readonly turn = $derived.by(() => turnAt(this.turns, this.place))
  readonly seats = $derived.by((): StageSeat[] => {
    const letters = lettersOf(this.replay.players)
    return this.replay.players.map((name, seat) => ({
      name,
      letter: letters[seat] as string,
      kind: 'human',
      level: null,
      isYou: seat === this.replay.seat,
    }))
  })
  readonly #moves = $derived.by((): Move[] =>
    this.turns.flatMap((turn) =>
      turn.steps.map((step, place) => ({
        number: step.number,
        seat: turn.seat,
        text: step.text,
        lines: step.lines.map((line) => line.text),
        events: step.lines,
        told: place === turn.steps.length - 1 ? { actions: turn.steps.length, lines: turn.lines } : null,
      })),
    ),
  )

  /** What the board is shown: nobody can do anything here. */
  readonly stage = $derived.by((): Stage => {
    const moves = this.#moves.slice(0, this.place + 1)
    const isEnd = this.place === this.last
    return {
      game: this.replay.game,
      seat: this.replay.seat,
      seats: this.seats,
      view: this.step?.view,
      actor: null,
      isMyTurn: false,
      legal: [],
      moves,
      fresh: moves.slice(this.turn?.first ?? 0),
      result: isEnd ? this.replay.result : null,
      isBusy: false,
      canUndo: false,
      mode: 'replay',
      act: () => undefined,
      undo: () => undefined,
    }
  })

  /** The moves before an action, by its number. */
  movesBefore(number: number): Move[] {
    return this.#moves.filter((move) => move.number < number)
  }

  name(seat: number | null): string {
    return seat === null ? '' : (this.replay.players[seat] ?? '')
  }

  /** Load another seat's view, or another language, at the same step. */
  async see(seat: number | null): Promise<void> {
    this.replay = await this.source.load(seat)
    this.place = this.#bounded(this.place)
    this.jumps += 1
  }

  go(place: number): void {
    const wish = this.#bounded(place)
    if (wish === this.place) return
    if (wish !== this.place + 1) this.jumps += 1
    this.place = wish
    if (this.isPlaying) this.#wait()
  }

  toggle(): void {
    if (this.isPlaying) return this.stop()
    if (this.place === this.last) this.go(0)
    this.isPlaying = true
    this.#wait()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.isPlaying = false
  }

  #wait(): void {
    clearTimeout(this.#timer)
    if (this.place === this.last) this.isPlaying = false
    else this.#timer = setTimeout(() => this.go(this.place + 1), HELD / this.pace)
  }

  #bounded(place: number): number {
    return Math.min(this.last, Math.max(0, place))
  }
}
