import { expect, test } from 'vitest'
import { counted, urgency } from './counting'

test('the title counts the games that wait', () => {
  expect(counted('Stellwerk', 2)).toBe('(2) Stellwerk')
  expect(counted('(2) Stellwerk', 1)).toBe('(1) Stellwerk')
  expect(counted('(1) Stellwerk', 0)).toBe('Stellwerk')
})

test('whose time runs out first comes first', () => {
  const order = [
    { deadline: null, time: 5 },
    { deadline: 900, time: 1 },
    { deadline: null, time: 2 },
    { deadline: 300, time: 9 },
  ].sort((a, b) => urgency(a) - urgency(b))
  expect(order.map((table) => table.time)).toEqual([9, 1, 2, 5])
})
