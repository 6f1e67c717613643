/** What is printed on the cards, trams and boards, for drawing and adding up. Nothing here decides what is allowed. */
import type { Colour } from '../../kit/ui/Shape.svelte'
import type { Card, Line, Nine, Row, Tram } from './view'

export const LINES: readonly Line[] = ['B', 'R', 'G', 'Y']
export const COLOUR_OF: Record<Line, Colour> = { B: 'blue', R: 'red', G: 'green', Y: 'yellow' }
/** What is written on a line's colour, in both themes. */
export const ON_LINE: Record<Line, string> = { B: '#fff', R: '#fff', G: '#fff', Y: '#20272b' }
/** Cards are enamel and stay light in the dark, hence their ink stays dark. */
export const CARD_INK = '#20272b'
export const CONDUCTOR = 'K'
/** Places of a terminal, rows of the score sheet, and the cards of a row that depart as a special run. */
export const TERMINAL_SEATS = 4
export const SHEET_RUNS = 10
export const SPECIAL_RUN_CARDS = 8
const LAST_STOP = 10

export const TRAMS: Record<Tram, { word: string; price: number }> = {
  2: { word: 'x2', price: 5 },
  3: { word: 'x3', price: 10 },
  4: { word: 'x4', price: 15 },
}

export const lineOf = (card: Card): Line | null => (card === CONDUCTOR ? null : (card[0] as Line))
export const valueOf = (card: Card): number => Number(card.slice(1))

/** The bars on a card: none on a conductor. */
export function pointsOf(card: Card, nine: Nine): number {
  if (card === CONDUCTOR) return 0
  const value = valueOf(card)
  if (value === 9) return nine
  return value <= 6 ? 1 : value < LAST_STOP ? 2 : 3
}

/** From left to right: the conductors lie in front. */
export const cardsOf = (row: Row): Card[] => [...Array<Card>(row.conductors).fill(CONDUCTOR), ...row.stops]
export const rowLine = (row: Row): Line => lineOf(row.stops[0] as Card) as Line
export const rowEnd = (row: Row): number => valueOf(row.stops.at(-1) as Card)
export const rowPoints = (row: Row, nine: Nine): number => row.stops.reduce((sum, stop) => sum + pointsOf(stop, nine), 0)
export const isClosed = (row: Row): boolean => rowEnd(row) === LAST_STOP
