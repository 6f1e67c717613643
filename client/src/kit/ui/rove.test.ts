import { expect, test } from 'vitest'
import { toward, type Direction } from './rove'

// Two rows of three, the last one short:  0 1 2 / 3 4
const boxes = [
  [0, 0],
  [100, 0],
  [200, 0],
  [0, 50],
  [100, 50],
].map(([x, y]) => ({ x: x as number, y: y as number, width: 90, height: 40 }))

test.each<[Direction, number, number]>([
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 1, 0],
  ['ArrowDown', 0, 3],
  ['ArrowUp', 4, 1],
  ['ArrowDown', 1, 4],
  ['ArrowRight', 3, 4],
  // Nothing lies there: on in the order.
  ['ArrowRight', 2, 3],
  ['ArrowLeft', 0, 4],
  ['ArrowRight', 4, 2],
])('%s from %i goes to %i', (key, from, to) => {
  expect(toward(key, from, boxes)).toBe(to)
})

test('a thing straight ahead is nearer than one beside the way', () => {
  const scattered = [
    { x: 0, y: 0, width: 10, height: 10 },
    { x: 50, y: 45, width: 10, height: 10 },
    { x: 90, y: 5, width: 10, height: 10 },
  ]
  expect(toward('ArrowRight', 0, scattered)).toBe(2)
})

test('one alone stays', () => {
  expect(toward('ArrowUp', 0, boxes.slice(0, 1))).toBe(0)
})
