/**
 * What the player is about to lay: the chosen tile, the cell and how it is turned there. Only what the server lists as
 * legal becomes a ghost; anything else is sent as it is, so that the server says why it is not possible.
 */
import { sound } from '../../kit/sound/sound'
import type { Stage } from '../../kit/table/stage'
import { OPPOSITE, keyOf } from './geometry'
import { placementOf, textOf, turnsOf, type Placement } from './placement'
import type { View } from './view'

export class Plan {
  piece = $state<string | null>(null)
  cell = $state<string | null>(null)
  /** Which way of turning it, among the legal ones there; may be any number. */
  turned = $state(0)
  /** The tile was chosen from the list of all placements, which then stays as it is. */
  #isFromList = $state(false)
  /** A placement that is pointed at in a list. */
  pointed = $state<string | null>(null)
  readonly #stage: () => Stage

  constructor(stage: () => Stage) {
    this.#stage = stage
  }

  readonly placements = $derived.by(() => this.#stage().legal.flatMap((text) => placementOf(text) ?? []))
  /** What can be laid with the chosen tile, or with any. */
  readonly offered = $derived(this.piece === null ? this.placements : this.placements.filter((one) => one.piece === this.piece))
  readonly listed = $derived(this.#isFromList ? this.placements : this.offered)
  readonly targets = $derived([...new Set(this.offered.map((one) => one.cell))])
  readonly mayEnd = $derived.by(() => this.#stage().legal.includes('E'))
  readonly #turns = $derived(this.offered.filter((one) => one.piece === this.piece && one.cell === this.cell))
  readonly canTurn = $derived(this.#turns.length > 1)
  /** What is shown on the board as if it lay there. */
  readonly ghost: Placement | null = $derived.by(() => {
    const pointed = this.placements.find((one) => one.text === this.pointed)
    return pointed ?? this.#turns[this.#wrapped(this.#turns.length)] ?? null
  })

  /** What is chosen, but not yet laid. */
  readonly chosen = $derived(this.#turns[this.#wrapped(this.#turns.length)]?.text ?? null)

  #wrapped(length: number): number {
    return ((this.turned % length) + length) % length
  }

  fits(piece: string): boolean {
    return this.placements.some((one) => one.piece === piece)
  }

  /** Take a tile in hand, or put it back. One that fits nowhere is tried, so that the server says why. */
  choose(piece: string): void {
    const stage = this.#stage()
    this.cell = null
    this.turned = 0
    this.#isFromList = false
    if (this.piece === piece) this.piece = null
    else if (stage.isMyTurn && !this.fits(piece)) this.#tryAnywhere(piece)
    else this.piece = piece
  }

  /** On small screens a chosen tile lies at the first cell where it fits. */
  propose(): void {
    const first = this.offered[0]
    if (this.piece === null || this.ghost !== null || first === undefined) return
    this.cell = first.cell
  }

  /** A cell was chosen: the ghost goes there, and if it is there already it is laid. */
  aim(cell: string): void {
    const stage = this.#stage()
    if (!stage.isMyTurn) return
    const ghost = this.ghost
    if (ghost?.cell === cell) return this.lay()
    const piece = this.piece ?? this.placements.find((one) => one.cell === cell)?.piece
    if (piece === undefined) return
    if (this.placements.some((one) => one.piece === piece && one.cell === cell)) {
      this.piece = piece
      this.cell = cell
      this.turned = 0
    } else stage.act(textOf(piece, cell, this.#likelyTurn(piece, cell)))
  }

  /** A placement of a list was chosen: it is shown, and laid if it was shown already. */
  take(one: Placement): void {
    if (this.chosen === one.text) return this.lay()
    if (this.piece !== one.piece) this.#isFromList = true
    this.piece = one.piece
    this.cell = one.cell
    this.turned = this.#turns.findIndex((turn) => turn.text === one.text)
  }

  turn(by: 1 | -1): void {
    if (!this.canTurn) return
    this.turned += by
    sound.play('lever')
  }

  lay(): void {
    if (this.ghost !== null && !this.#stage().isBusy) this.#stage().act(this.ghost.text)
  }

  drop(): void {
    if (this.cell !== null) this.cell = null
    else this.piece = null
  }

  /** After something happened: a tile that was chosen meanwhile stays in hand if it still fits. */
  refresh(): void {
    const { moves, seat } = this.#stage()
    if (moves.at(-1)?.seat === seat) this.piece = null
    this.cell = null
    this.pointed = null
    this.turned = 0
    this.#isFromList = false
    if (this.piece !== null && this.#stage().isMyTurn && !this.fits(this.piece)) this.piece = null
  }

  #tryAnywhere(piece: string): void {
    const { lines } = this.#stage().view as View
    const line = lines.find((one) => one.finished === null)
    if (line) this.#stage().act(textOf(piece, keyOf(line.end), this.#likelyTurn(piece, keyOf(line.end))))
  }

  /** Turned so that the track meets the line that ends at the cell, if one does. */
  #likelyTurn(piece: string, cell: string): string {
    const { lines } = this.#stage().view as View
    const line = lines.find((one) => keyOf(one.end) === cell)
    const turns = turnsOf(piece)
    return (line && turns.find((edges) => edges.includes(OPPOSITE[line.heading]))) ?? turns[0] ?? ''
  }
}
