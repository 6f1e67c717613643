/**
 * What the player has in hand for the moment: a card or a tram that is picked up, the place looked at, and the step
 * they went on to. What may go where is read from the legal actions; everything else is asked of the server,
 * which explains why not.
 */
import type { Stage } from '../../kit/table/stage'
import { CONDUCTOR, TRAMS, lineOf } from './material'
import type { Pieces, Placed } from './identity.svelte'
import { sidesOf, viewOf, type Card, type Line, type Tram } from './view'

/** Onto which a piece can be put: `terminal-B`, an own row `row-3`, `new-B`, `money`. */
export type Place = `terminal-${Line}` | `row-${number}` | `new-${Line}` | 'money'
/** The kinds of action in the order of the steps. */
export const KINDS = ['P', 'S', 'M', 'T', 'E'] as const
export type Kind = (typeof KINDS)[number]

/** Whether an action is one with this card or tram. */
export const uses = (action: string, piece: string): boolean => action.slice(2).split('>')[0] === piece

export const kindOf = (action: string): Kind => action[0] as Kind

/** The action that puts a card onto a place; null if the notation has none. */
export function cardAction(card: Card, place: Place): string | null {
  const [kind, to = ''] = place.split('-')
  if (kind === 'money') return `M ${card}`
  if (kind === 'row') return `S ${card}>${to}`
  if (card === CONDUCTOR) return kind === 'terminal' ? `P ${card}>${to}` : `S ${card}>new`
  if (lineOf(card) !== to) return null
  return kind === 'terminal' ? `P ${card}` : `S ${card}>new`
}

export function tramAction(tram: Tram, place: Place): string | null {
  const [kind, to = ''] = place.split('-')
  return kind === 'row' ? `T ${TRAMS[tram].word}>${to}` : null
}

/** The place that one of your actions is about. */
export function placeOf(action: string): Place | null {
  const [kind, what = ''] = action.split(' ')
  const [piece = '', to = ''] = what.split('>')
  if (kind === 'M') return 'money'
  if (kind === 'P') return `terminal-${lineOf(piece) ?? (to as Line)}`
  if (kind === 'S' && to === 'new') return `new-${lineOf(piece) as Line}`
  return kind === 'S' || kind === 'T' ? `row-${Number(to)}` : null
}

export class Picking {
  #stage: () => Stage
  #pieces: Pieces
  /** The number of a card of the hand, or a tram of the offer. */
  #card = $state<number | null>(null)
  #tram = $state<Tram | null>(null)
  /** The step of the turn that was asked for in the guide, from 0. */
  #wish = $state(0)
  /** The legal action whose place is under the pointer or has the focus. */
  look = $state<string | null>(null)

  /** What was asked last, so that a card that goes knows where it went. */
  sent = $state<string | null>(null)

  constructor(stage: () => Stage, pieces: Pieces) {
    this.#stage = stage
    this.#pieces = pieces
  }

  readonly hand = $derived.by((): Placed[] => this.#pieces.at('hand'))
  readonly legal = $derived.by(() => new Set(this.#stage().legal))
  readonly isMyTurn = $derived.by(() => this.#stage().isMyTurn && this.#stage().result === null)
  readonly card = $derived.by((): Placed | null => {
    if (this.#tram !== null) return null
    return this.hand.find((one) => one.id === this.#card && (!this.isMyTurn || this.#isOfUse(one.card))) ?? null
  })
  readonly tram = $derived.by((): Tram | null => {
    const tram = this.#tram
    return tram !== null && this.#isOfUse(TRAMS[tram].word) ? tram : null
  })
  readonly hasPiece = $derived.by(() => this.card !== null || this.tram !== null)

  /** The step that goes on, from 0: the first one, from where the player is, in which something can be done. */
  readonly step = $derived.by((): number => {
    const at = Math.max(viewOf(this.#stage()).step - 1, this.isMyTurn ? this.#wish : 0)
    if (!this.isMyTurn) return at
    const kinds = new Set([...this.legal].map(kindOf))
    const found = KINDS.findIndex((kind, place) => place >= at && kinds.has(kind))
    return found < 0 ? at : found
  })

  /** What was picked while an action was still on its way may be of no use afterwards: it would only be in the way. */
  #isOfUse(piece: string): boolean {
    return [...this.legal].some((text) => uses(text, piece))
  }

  /** What putting the picked piece onto a place would be. */
  actionAt(place: Place): string | null {
    if (this.card !== null) return cardAction(this.card.card, place)
    return this.tram === null ? null : tramAction(this.tram, place)
  }

  isLegalAt(place: Place): boolean {
    const action = this.actionAt(place)
    return action !== null && this.legal.has(action)
  }

  /** All that can be done with the picked piece. */
  readonly options = $derived.by((): string[] => {
    const piece = this.card?.card ?? (this.tram === null ? null : TRAMS[this.tram].word)
    return piece === null ? [] : [...this.legal].filter((text) => uses(text, piece))
  })

  /** What the one button does: at the place looked at, else in the current step, else what comes first. */
  readonly primary = $derived.by((): string | null => {
    if (this.hasPiece) {
      if (this.look !== null && this.options.includes(this.look)) return this.look
      const ahead = this.options.filter((text) => KINDS.indexOf(kindOf(text)) >= this.step)
      return ahead[0] ?? this.options[0] ?? null
    }
    return this.legal.has('E') ? 'E' : null
  })

  /** The end of the turn is the thing to do only if nothing else is left or it was asked for. */
  readonly isEndDue = $derived.by(() => this.legal.has('E') && this.step === KINDS.indexOf('E'))

  // What the player does

  pick(piece: Placed): void {
    const stage = this.#stage()
    const isPlayable = stage.legal.some((text) => uses(text, piece.card))
    if (this.isMyTurn && !isPlayable) return this.#ask(this.#refused(piece.card))
    this.#tram = null
    this.#card = this.#card === piece.id ? null : piece.id
    this.look = null
  }

  pickTram(tram: Tram): void {
    const { word } = TRAMS[tram]
    const row = sidesOf(this.#stage()).mine.player.rows[0]?.number ?? 1
    if (!this.#stage().legal.some((text) => text.startsWith(`T ${word}>`))) return this.#ask(`T ${word}>${row}`)
    this.#card = null
    this.#tram = this.#tram === tram ? null : tram
    this.look = null
  }

  /** Put the picked piece there, if that may be; what cannot be done is asked all the same, for the reason. */
  put(place: Place): boolean {
    const action = this.actionAt(place)
    if (action === null) return false
    const isTaken = this.legal.has(action)
    this.#ask(action)
    return isTaken
  }

  /** A place was pressed: it takes the picked piece. With none in hand, whatever belongs there is tried if it must be
   * refused, so that the server says why; else the answer is null, and a card has to be chosen first. */
  press(place: Place): 'put' | 'refused' | null {
    if (this.hasPiece) return this.put(place) ? 'put' : 'refused'
    const tries = this.hand.flatMap(({ card }) => cardAction(card, place) ?? [])
    const first = tries[0]
    if (first === undefined || tries.some((text) => this.legal.has(text))) return null
    this.#ask(first)
    return 'refused'
  }

  /** A step that cannot be taken yet: one of its actions is tried, so that the server says why. */
  explain(step: number): void {
    const { mine } = sidesOf(this.#stage())
    const card = this.hand.find((one) => one.card !== CONDUCTOR)?.card ?? this.hand[0]?.card ?? ''
    const row = mine.player.rows[0]?.number ?? 1
    const tries: Record<Kind, string> = { P: `P ${card}`, S: `S ${card}>new`, M: `M ${card}`, T: `T ${TRAMS[2].word}>${row}`, E: 'E' }
    this.#ask(tries[KINDS[step] ?? 'E'])
  }

  act(text: string): void {
    this.#ask(text)
  }

  goTo(step: number): void {
    this.#wish = step
    if (KINDS[step] === 'T' || KINDS[step] === 'E') this.drop()
  }

  undo(): void {
    this.drop()
    this.#wish = 0
    this.#stage().undo()
  }

  drop(): void {
    this.#card = null
    this.#tram = null
    this.look = null
  }

  #ask(text: string): void {
    const stage = this.#stage()
    if (!stage.isMyTurn || stage.isBusy) return
    if (this.legal.has(text)) this.drop()
    if (text === 'E') this.#wish = 0
    this.sent = text
    stage.act(text)
  }

  /** A way to play the card that the current step forbids: the server says why. */
  #refused(card: Card): string {
    const kind = this.step === 0 ? 'P' : 'M'
    return kind === 'P' && card === CONDUCTOR ? `P ${card}>B` : `${kind} ${card}`
  }
}
