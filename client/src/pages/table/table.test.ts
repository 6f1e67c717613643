import { expect, test } from 'vitest'
import type { TableSight } from '../../kit/types'
import { notation as transamerica } from '../../games/transamerica/notation'
import { notation as trambahn } from '../../games/trambahn/notation'
import { nearest, targetsOf } from './targets'
import { duration, secondsLeft } from './time'

const sight = (more: Partial<TableSight>): TableSight =>
  ({ status: 'playing', actor: 0, clock: { type: 'live', seconds: 600, increment: 5 }, time_left: [120, 300], deadline: 1100, ...more }) as TableSight

test('the clock of whose turn it is runs, the others stand', () => {
  expect(secondsLeft(sight({}), 0, 1040)).toBe(60)
  expect(secondsLeft(sight({}), 0, 2000)).toBe(0)
  expect(secondsLeft(sight({}), 1, 1040)).toBe(300)
  expect(secondsLeft(sight({ status: 'paused', actor: null, deadline: null }), 0, 1040)).toBe(120)
})

test('without a clock nobody is in a hurry; with days only whose turn it is', () => {
  expect(secondsLeft(sight({ clock: { type: 'none' }, deadline: null }), 0, 0)).toBeNull()
  expect(secondsLeft(sight({ clock: { type: 'days', days: 1 } }), 1, 1040)).toBeNull()
  expect(secondsLeft(sight({ clock: { type: 'days', days: 1 } }), 0, 1040)).toBe(60)
})

test.each([
  [0, '0:00'],
  [245.9, '4:05'],
  [3845, '1:04:05'],
  [90_000, '1 d 1 h'],
])('%s seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text)
})

test('actions lie where their places are, several at one place together', () => {
  const rails = targetsOf(['R 1-2', 'R 1-9', 'E'], transamerica, { 1: [0, 10], 2: [20, 30] })
  expect(rails).toEqual([{ x: 10, y: 20, actions: ['R 1-2'] }])
  const cards = targetsOf(['P B7', 'M B7', 'M R1'], trambahn, { B7: [5, 5], R1: [50, 5] })
  expect(cards.map((target) => target.actions)).toEqual([['P B7', 'M B7'], ['M R1']])
  expect(nearest(cards, 8, 9, 5)).toBe(cards[0])
  expect(nearest(cards, 8, 9, 4)).toBeNull()
  expect(nearest(cards, 30, 5, 100)).toBe(cards[1])
})
