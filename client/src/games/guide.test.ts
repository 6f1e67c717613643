import { describe, expect, test } from 'vitest'
import type { Move } from '../kit/table/stage'
import { progressOf, type Guide, type Progress } from './guide'

const guide: Guide = {
  seats: [{ type: 'own' }, { type: 'bot', level: 'simple' }],
  steps: [
    { key: 'hand', isRead: true },
    { key: 'row', actions: [{ text: 'a' }, { text: 'b' }] },
    { key: 'free' },
    { key: 'end', actions: [{ text: 'c' }] },
    { key: 'run', until: (view: { points: number }) => view.points > 0 },
    { key: 'round', isRead: true },
  ],
}
const at = (made: Move[], isMyTurn: boolean, read: number, view: unknown = {}, isOver = false): Progress =>
  progressOf(guide, { moves: made, seat: 0, isMyTurn, view, isOver }, read)

function moves(...told: [number | null, string][]): Move[] {
  return told.map(([seat, text], place) => ({ number: place + 1, seat, text, lines: [] }))
}

describe('where somebody is in a guided game', () => {
  test('first something is read', () => {
    expect(at([], true, 0)).toEqual({ step: 0, done: 0, isAstray: false })
    expect(at([], true, 1)).toEqual({ step: 1, done: 0, isAstray: false })
  })

  test('then something is done, one after the other', () => {
    expect(at(moves([null, '!'], [0, 'a']), true, 1)).toEqual({ step: 1, done: 1, isAstray: false })
    expect(at(moves([null, '!'], [0, 'a'], [0, 'b']), true, 1)).toEqual({ step: 2, done: 0, isAstray: false })
  })

  test('a free turn lasts until one is to move again', () => {
    const begun = moves([0, 'a'], [0, 'b'], [0, 'x'], [0, 'y'])
    expect(at(begun, true, 1).step).toBe(2)
    expect(at(begun, false, 1).step).toBe(2)
    const answered = [...begun, ...moves([1, 'z'])]
    expect(at(answered, false, 1).step).toBe(2)
    expect(at(answered, true, 1).step).toBe(3)
    expect(at([...answered, ...moves([0, 'c'])], true, 1).step).toBe(4)
  })

  test('another way is seen as such', () => {
    expect(at(moves([0, 'b']), true, 1)).toEqual({ step: 6, done: 0, isAstray: true })
  })

  test('then it is played freely until the payoff is seen, or the game is over', () => {
    const made = moves([0, 'a'], [0, 'b'], [0, 'x'], [1, 'z'], [0, 'c'], [1, 'z'], [0, 'x'])
    expect(at(made, true, 1, { points: 0 }).step).toBe(4)
    expect(at(made, true, 1, { points: 3 })).toEqual({ step: 5, done: 0, isAstray: false })
    expect(at(made, true, 6, { points: 3 }).step).toBe(6)
    expect(at(made, true, 1, { points: 0 }, true).step).toBe(5)
  })
})
