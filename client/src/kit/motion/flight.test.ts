import { expect, test } from 'vitest'
import { centre, scaleOf } from './flight'

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

test.each([
  [box(0, 0, 50, 72), box(300, 9, 100, 144), 0.5],
  [box(0, 0, 100, 30), box(0, 0, 100, 144), 30 / 144],
  [box(0, 0, 1000, 1000), box(0, 0, 10, 10), 3],
  [box(0, 0, 1, 1), box(0, 0, 100, 100), 0.2],
  [box(0, 0, 10, 10), box(0, 0, 0, 0), 1],
])('a piece from %j to %j begins at scale %d', (from, to, scale) => {
  expect(scaleOf(from, to)).toBeCloseTo(scale)
})

test('a piece begins in the middle of where it comes from', () => {
  expect(centre(box(100, 100, 200, 100), box(0, 0, 50, 50), 1)).toEqual({ x: 175, y: 125 })
  expect(centre(box(100, 100, 100, 100), box(0, 0, 50, 50), 2)).toEqual({ x: 100, y: 100 })
})
