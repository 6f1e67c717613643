/** What one of your actions would change, in words: before → after. Only adds up what is visible. */
import type { Stage } from '../../kit/table/stage'
import type { GameTexts } from '../../kit/types'
import { CONDUCTOR, LINES, SPECIAL_RUN_CARDS, TERMINAL_SEATS, TRAMS, cardsOf, lineOf, pointsOf, rowPoints } from './material'
import { nineOf, sidesOf, viewOf, type Card, type Line, type Row, type Tram } from './view'
import { settings } from '../../kit/settings.svelte'
import { cardName, lineWord, rowName, tramName, w } from './words'

export interface Sentence {
  head: string
  tail: string
}

export function sentenceOf(action: string, stage: Stage, texts: GameTexts): Sentence {
  const [kind, what = ''] = action.split(' ')
  const [piece = '', to = ''] = what.split('>')
  if (kind === 'P') return passenger(piece, (lineOf(piece) ?? to) as Line, stage, texts)
  if (kind === 'S') return to === 'new' ? newRow(piece, texts) : stop(piece, Number(to), stage, texts)
  if (kind === 'M') return income(piece, stage, texts)
  if (kind === 'T') return tram(Number(piece.slice(1)) as Tram, Number(to), stage, texts)
  return end(stage, texts)
}

/** The line whose run this action would start, if it is the last passenger's. */
export function runOf(action: string | null, stage: Stage): Line | null {
  if (action === null || !action.startsWith('P ')) return null
  const [piece = '', to = ''] = action.slice(2).split('>')
  const line = (lineOf(piece) ?? to) as Line
  return viewOf(stage).terminals[LINES.indexOf(line)]?.length === TERMINAL_SEATS - 1 ? line : null
}

function passenger(card: Card, line: Line, stage: Stage, texts: GameTexts): Sentence {
  const view = viewOf(stage)
  const place = LINES.indexOf(line)
  const names = { card: cardName(card, texts), line: lineWord(line, texts) }
  const waiting = (view.terminals[place]?.length ?? 0) + 1
  const { mine, other } = sidesOf(stage)
  const worth = view.worth[place] ?? [0, 0]
  const points = `${worth[mine.seat]}\u00a0:\u00a0${worth[other.seat]}`
  return {
    head: w(card === CONDUCTOR ? 'to_terminal_of' : 'to_terminal', names),
    tail: w(`passenger_${Math.min(waiting, TERMINAL_SEATS)}` as 'passenger_4', { run: view.runs.length + 1, points }),
  }
}

const product = (points: number, tram: number): string => `${points}\u00a0×\u00a0${tram}\u00a0= ${points * tram}`

function ownRow(number: number, stage: Stage): Row | undefined {
  return sidesOf(stage).mine.player.rows.find((row) => row.number === number)
}

function whichRow(row: Row | undefined, stage: Stage, texts: GameTexts): string {
  return row ? rowName(row, sidesOf(stage).mine.player.rows, texts) : ''
}

function stop(card: Card, number: number, stage: Stage, texts: GameTexts): Sentence {
  const row = ownRow(number, stage)
  const head = w('to_row', { card: cardName(card, texts), which: whichRow(row, stage, texts) })
  if (!row) return { head, tail: '' }
  const nine = nineOf(stage)
  const [before, after] = [rowPoints(row, nine), rowPoints(row, nine) + pointsOf(card, nine)]
  const change =
    row.tram === null
      ? w('row_change_tramless', { before, after })
      : w('row_change', { before: product(before, row.tram), after: product(after, row.tram) })
  const isEighth = cardsOf(row).length + 1 === SPECIAL_RUN_CARDS
  return { head, tail: isEighth ? `${change} ${w('eighth')}` : change }
}

function newRow(card: Card, texts: GameTexts): Sentence {
  return { head: w('to_new_row', { card: cardName(card, texts) }), tail: w('new_row_text') }
}

function income(card: Card, stage: Stage, texts: GameTexts): Sentence {
  const before = sidesOf(stage).mine.player.money.length
  return { head: w('to_money', { card: cardName(card, texts) }), tail: w('money_change', { before, after: before + 1 }) }
}

function tram(wanted: Tram, number: number, stage: Stage, texts: GameTexts): Sentence {
  const before = sidesOf(stage).mine.player.money.length
  const row = ownRow(number, stage)
  const points = row ? rowPoints(row, nineOf(stage)) * wanted : 0
  return {
    head: w('buy', { tram: `${tramName(wanted)} ×${wanted}`, which: whichRow(row, stage, texts) }),
    tail: w('buy_change', { before, after: before - TRAMS[wanted].price, points }),
  }
}

function end(stage: Stage, texts: GameTexts): Sentence {
  const rows = sidesOf(stage).mine.player.rows.filter((row) => row.tram === null)
  const names = new Intl.ListFormat(settings.language).format(rows.map((row) => whichRow(row, stage, texts)))
  const tail = rows.length === 0 ? w('end_draws') : w('end_clears', { count: rows.length, rows: names })
  return { head: w('end'), tail }
}
