/**
 * A guided game as a stage: the table as it is, but only what the step wants can be done. Another legal action is not
 * sent but answered kindly; an illegal one goes to the server, which says why not.
 */
import type { Interlude, Move, Stage, StageSeat } from '../../kit/table/stage'
import type { TableModel } from '../../kit/table/table.svelte'
import { toasts } from '../../kit/ui/toasts.svelte'
import type { Result } from '../../kit/types'
import { progressOf, type Guide, type GuideAction, type GuideStep } from '../../games/guide'
import { w } from '../../texts/learn'

export class GuideStage implements Stage {
  readonly mode = 'guide'
  /** How many steps were read. */
  read = $state(0)

  constructor(
    readonly table: TableModel,
    readonly guide: Guide,
  ) {}

  readonly progress = $derived.by(() => {
    const { moves, seat, isMyTurn, sight } = this.table
    return progressOf(this.guide, { moves, seat, isMyTurn, view: sight.view, isOver: sight.result !== null }, this.read)
  })
  /** The current step; null after the last. */
  readonly step = $derived.by((): GuideStep | null => this.guide.steps[this.progress.step] ?? null)
  /** The action that is wanted now; null if the step is free or only to be read. */
  readonly wanted = $derived.by((): GuideAction | null => (this.table.isMyTurn ? (this.step?.actions?.[this.progress.done] ?? null) : null))
  /** What is marked: the wanted action, or the places that are spoken of. */
  readonly marked = $derived.by((): readonly string[] => this.step?.shows ?? [])
  readonly isFree = $derived.by(() => this.step !== null && !this.step.isRead && this.step.actions === undefined)

  /** A step was read. */
  goOn(): void {
    this.read = this.progress.step + 1
  }

  get legal(): readonly string[] {
    if (this.isFree) return this.table.legal
    const wanted = this.wanted?.text
    return this.table.legal.filter((text) => text === wanted)
  }

  act(text: string): void {
    if (!this.isFree && text !== this.wanted?.text && this.table.legal.includes(text)) toasts.tell(w('other_way'))
    else this.table.act(text)
  }

  undo(): void {
    this.table.undo()
  }

  get interlude(): Interlude | null {
    return this.table.interlude
  }
  hold(interlude: Interlude | null): void {
    this.table.hold(interlude)
  }

  get game(): string {
    return this.table.game
  }
  get seat(): number | null {
    return this.table.seat
  }
  get seats(): readonly StageSeat[] {
    return this.table.seats
  }
  get view(): unknown {
    return this.table.view
  }
  get actor(): number | null {
    return this.table.actor
  }
  get isMyTurn(): boolean {
    return this.table.isMyTurn
  }
  get moves(): readonly Move[] {
    return this.table.moves
  }
  get fresh(): readonly Move[] {
    return this.table.fresh
  }
  get result(): Result | null {
    return this.table.result
  }
  get isBusy(): boolean {
    return this.table.isBusy
  }
  get canUndo(): boolean {
    return this.table.canUndo
  }
}
