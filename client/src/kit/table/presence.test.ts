import { expect, test } from 'vitest'
import type { TableSight } from '../types'
import { presenceOf } from './presence'

const seats = [{ kind: 'human' }, { kind: 'human' }, { kind: 'bot' }, { kind: 'open' }]
const sight = { status: 'playing', actor: 0, seats } as unknown as TableSight

test('who has the table open is there, and thinks if it is their turn', () => {
  expect([0, 1, 2, 3].map((seat) => presenceOf(sight, seat, [0, 1]))).toEqual(['thinking', 'there', null, null])
  expect(presenceOf(sight, 0, [1])).toBe('away')
  expect(presenceOf({ ...sight, status: 'open' }, 0, [0])).toBe('there')
})

test('nobody is called away before the server has said so', () => {
  expect(presenceOf(sight, 0, null)).toBeNull()
})
