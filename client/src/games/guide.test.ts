import { describe, expect, test } from 'vitest'
import type { Move } from '../kit/table/stage'
import { progressOf, type Guide } from './guide'

const guide: Guide = {
  seats: [{ type: 'own' }, { type: 'bot', level: 'simple' }],
  steps: [
    { key: 'hand', isRead: true },
    { key: 'row', actions: [{ text: 'a' }, { text: 'b' }] },
    { key: 'free' },
    { key: 'end', actions: [{ text: 'c' }] },
  ],
}
function moves(...told: [number | null, string][]): Move[] {
  return told.map(([seat, text], place) => ({ number: place + 1, seat, text, lines: [] }))
}

describe('where somebody is in a guided game', () => {
  test('first something is read', () => {
    expect(progressOf(guide, [], 0, true, 0)).toEqual({ step: 0, done: 0, isAstray: false })
    expect(progressOf(guide, [], 0, true, 1)).toEqual({ step: 1, done: 0, isAstray: false })
  })

  test('then something is done, one after the other', () => {
    expect(progressOf(guide, moves([null, '!'], [0, 'a']), 0, true, 1)).toEqual({ step: 1, done: 1, isAstray: false })
    expect(progressOf(guide, moves([null, '!'], [0, 'a'], [0, 'b']), 0, true, 1)).toEqual({ step: 2, done: 0, isAstray: false })
  })

  test('a free turn lasts until one is to move again', () => {
    const begun = moves([0, 'a'], [0, 'b'], [0, 'x'], [0, 'y'])
    expect(progressOf(guide, begun, 0, true, 1).step).toBe(2)
    expect(progressOf(guide, begun, 0, false, 1).step).toBe(2)
    const answered = [...begun, ...moves([1, 'z'])]
    expect(progressOf(guide, answered, 0, false, 1).step).toBe(2)
    expect(progressOf(guide, answered, 0, true, 1).step).toBe(3)
    expect(progressOf(guide, [...answered, ...moves([0, 'c'])], 0, true, 1).step).toBe(4)
  })

  test('another way is seen as such', () => {
    expect(progressOf(guide, moves([0, 'b']), 0, true, 1)).toEqual({ step: 4, done: 0, isAstray: true })
  })
})
