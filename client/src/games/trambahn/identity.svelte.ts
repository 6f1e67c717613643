/**
 * Which card is which: equal cards have no names, but a card that moves must be the same piece before and after, so
 * that it can travel. Every card in sight gets a number that it keeps as long as it can be followed.
 */
import type { Stage } from '../../kit/table/stage'
import { LINES, TRAMS, cardsOf } from './material'
import { sidesOf, viewOf, type Card } from './view'

/** `hand`, `terminal-B`, `row-0-3` (seat, number), `offer` (trams). */
export type Zone = string
export interface Placed {
  id: number
  card: Card
  zone: Zone
}

/** The cards of the next moment, numbered: a card stays where it was, or comes from where one of its kind went missing. */
export function follow(before: readonly Placed[], now: readonly Omit<Placed, 'id'>[], fresh: () => number): Placed[] {
  const left = [...before]
  const take = (fits: (one: Placed) => boolean): number | undefined => {
    const place = left.findIndex(fits)
    return place < 0 ? undefined : left.splice(place, 1)[0]?.id
  }
  const staying = now.map((one) => take((old) => old.card === one.card && old.zone === one.zone))
  return now.map((one, place) => ({
    ...one,
    id: staying[place] ?? take((old) => old.card === one.card && isReachable(old.zone, one.zone)) ?? fresh(),
  }))
}

/** The observer's cards leave the hand, and come back to it when something is taken back. */
const isReachable = (from: Zone, to: Zone): boolean => (from === 'hand') !== (to === 'hand')

export class Pieces {
  #stage: () => Stage
  #last: Placed[] = []
  #count = 0

  constructor(stage: () => Stage) {
    this.#stage = stage
  }

  readonly all = $derived.by(() => {
    this.#last = follow(this.#last, cardsInSight(this.#stage()), () => ++this.#count)
    return this.#last
  })

  at(zone: Zone): Placed[] {
    return this.all.filter((one) => one.zone === zone)
  }
}

function cardsInSight(stage: Stage): Omit<Placed, 'id'>[] {
  const view = viewOf(stage)
  const { mine, other } = sidesOf(stage)
  const lay = (zone: Zone, cards: readonly Card[]) => cards.map((card) => ({ zone, card }))
  return [
    ...lay('offer', view.offer.map((tram) => TRAMS[tram].word)),
    ...lay('hand', mine.player.hand ?? []),
    ...view.terminals.flatMap((cards, place) => lay(`terminal-${LINES[place]}`, cards)),
    ...[mine, other].flatMap(({ seat, player }) => player.rows.flatMap((row) => lay(`row-${seat}-${row.number}`, cardsOf(row)))),
  ]
}
