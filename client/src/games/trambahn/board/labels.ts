/** How a screen reader describes the pieces on the board. */
import type { GameTexts } from '../../../kit/types'
import { CONDUCTOR, LINES, cardsOf, isClosed, pointsOf, rowEnd, rowPoints, valueOf } from '../material'
import type { Card, Line, Nine, Row, Side, TrambahnView } from '../view'
import { cardName, lineName, rowName, tramName, w } from '../words'

/** "Blau 8, 2 Punkte". */
export function cardLabel(card: Card, nine: Nine, texts: GameTexts): string {
  const points = pointsOf(card, nine)
  return `${cardName(card, texts)}, ${points === 0 ? w('no_points') : w('points', { count: points })}`
}

/** "Konrad, die zweite blaue Reihe: 4, 7, 9; Pferdebahn ×2, 10 Punkte; ab 10". */
export function rowLabel(row: Row, side: Side, state: string, nine: Nine, texts: GameTexts): string {
  const cards = cardsOf(row).map((card) => (card === CONDUCTOR ? cardName(card, texts) : String(valueOf(card))))
  const name = side.isMine ? w('you') : side.name
  const place = w('row_of', { name, which: rowName(row, side.player.rows, texts), cards: cards.join(', ') })
  if (row.tram === null) return `${place}; ${w('no_tram')}; ${state}`
  return `${place}; ${tramName(row.tram)} ×${row.tram}, ${w('points', { count: rowPoints(row, nine) * row.tram })}; ${state}`
}

export function terminalLabel(line: Line, view: TrambahnView, mine: Side, other: Side, texts: GameTexts): string {
  const place = LINES.indexOf(line)
  const waiting = view.terminals[place] ?? []
  const names = waiting.map((card) => (card === CONDUCTOR ? cardName(card, texts) : String(valueOf(card))))
  const worth = view.worth[place] ?? [0, 0]
  const now = w('worth_now', { mine: worth[mine.seat] ?? 0, other: worth[other.seat] ?? 0 })
  const count = w('terminal_of', { line: lineName(line, texts), count: waiting.length })
  return `${count}: ${names.join(', ') || w('nobody')}; ${now}`
}

/** What can still be done with a row: "ab 7", "abgeschlossen", "Sonderfahrt ✓", "wird abgeräumt". */
export function rowState(row: Row, side: Side, view: TrambahnView, isTurn: boolean): { text: string; isWarning: boolean } {
  if (row.tram === null) return { text: w(isTurn ? 'will_be_cleared' : 'no_tram'), isWarning: isTurn }
  if (view.special_runs.some((run) => run.seat === side.seat && run.row === row.number)) return { text: w('special_done'), isWarning: false }
  return { text: isClosed(row) ? w('closed') : w('from', { value: rowEnd(row) + 1 }), isWarning: false }
}
