import { expect, test } from 'vitest'
import { freshOf, lastRound, lettersOf, passagesOf, type Move } from './stage'

test.each([
  [['Anna', 'Konrad'], ['A', 'K']],
  [['Anna', 'Albert', 'Ann'], ['A', 'L', 'N']],
  [['Bo', 'Bo', 'Bo'], ['B', 'O', 'A']],
  [['ölaf', '7 up', ''], ['Ö', '7', 'A']],
])('%j sit with the letters %j', (names, letters) => {
  expect(lettersOf(names)).toEqual(letters)
})

const moves = (...seats: (number | null)[]): Move[] => seats.map((seat, number) => ({ number, seat, text: null, lines: [] }))
const numbers = (list: readonly Move[]): number[] => list.map((move) => move.number)

test('fresh is what happened since one’s own last action', () => {
  expect(numbers(freshOf(moves(null, 0, 0, 1, null, 1), 0))).toEqual([3, 4, 5])
  expect(numbers(freshOf(moves(null, 0, 1, 0), 0))).toEqual([])
  expect(numbers(freshOf(moves(null, 1), 0))).toEqual([0, 1])
})

test('to a spectator the last turn is fresh', () => {
  expect(numbers(freshOf(moves(null, 0, 1, 1, null), null))).toEqual([2, 3, 4])
  expect(numbers(freshOf(moves(null), null))).toEqual([0])
})

test('a turn is told in one passage, which grows until the turn is complete', () => {
  const move = (number: number, seat: number | null, actions = 0): Move => {
    const told = actions > 0 ? { actions, lines: [`turn of ${actions}`] } : null
    return { number, seat, text: null, lines: [`move ${number}`], told }
  }
  const passages = passagesOf([move(1, null), move(2, 0), move(3, 0), move(4, 0, 3), move(5, 1), move(6, 1)])
  expect(passages.map(({ lines }) => lines)).toEqual([['move 1'], ['turn of 3'], ['move 5', 'move 6']])
  expect(passages.map(({ moves }) => numbers(moves))).toEqual([[1], [2, 3, 4], [5, 6]])
})

test('the last round of turns is what the others did between two of one’s own', () => {
  const round = (seat: number | null, ...seats: (number | null)[]): number => lastRound(moves(...seats), seat, 3)
  expect(round(0, null, 0, 0, 1, 2, 2)).toBe(3)
  expect(round(0, null, 0, 1, 2, 0, 0)).toBe(2) // the turn under way is not shown
  expect(round(0, null, 0, 1, null, 2, null)).toBe(2)
  expect(round(0, null, 1, 2)).toBe(0) // they began
  expect(round(null, null, 0, 1, 1, 2, 0, 0)).toBe(2) // a spectator sees everybody's last turn
})
