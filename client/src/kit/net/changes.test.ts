import { expect, test } from 'vitest'
import { applied, type Step } from './changes'

test('values are put and lists are spliced', () => {
  const before = { seq: 1, chat: ['a', 'b', 'c'], view: { players: [{ score: 1 }, { score: 2 }] } }
  const steps: Step[] = [
    [['seq'], 2],
    [['chat'], 0, 1, []],
    [['chat'], 2, 0, ['d']],
    [['view', 'players', 1, 'score'], 5],
  ]
  expect(applied(before, steps)).toEqual({ seq: 2, chat: ['b', 'c', 'd'], view: { players: [{ score: 1 }, { score: 5 }] } })
  expect(before).toEqual({ seq: 1, chat: ['a', 'b', 'c'], view: { players: [{ score: 1 }, { score: 2 }] } })
})

test('what has not changed is the same object', () => {
  const before = { a: { b: 1 }, c: { d: [1] } }
  const after = applied(before, [[['a', 'b'], 2]])
  expect(after.c).toBe(before.c)
  expect(applied(before, [])).toBe(before)
  expect(applied<unknown>(before, [[[], null]])).toBe(null)
})
