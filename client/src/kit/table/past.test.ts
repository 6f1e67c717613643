import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Past } from './past.svelte'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what was missed is shown position by position, then the present', () => {
  const past = new Past()
  const told: number[] = []
  past.play((number) => 'abcd'[number - 1], 2, 4, (number) => (number === 2 ? 100 : 200), (number) => told.push(number))
  expect([past.shown, past.view]).toEqual([2, 'b'])
  vi.advanceTimersByTime(100)
  expect([past.shown, past.view, told]).toEqual([3, 'c', [3]])
  vi.advanceTimersByTime(100)
  expect(past.shown).toBe(3)
  vi.advanceTimersByTime(100)
  expect([past.shown, past.view, told]).toEqual([null, null, [3, 4]])
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([3, 4])
})

test('whoever is in a hurry is in the present at once', () => {
  const past = new Past()
  const told: number[] = []
  past.play((number) => 'abc'[number - 1], 1, 3, () => 100, (number) => told.push(number))
  past.stop()
  vi.advanceTimersByTime(1000)
  expect([past.shown, told]).toEqual([null, []])
})
