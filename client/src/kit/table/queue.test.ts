import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Queue } from './queue'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function queue(): { shown: string[]; queue: Queue<string> } {
  const shown: string[] = []
  return { shown, queue: new Queue<string>((thing) => shown.push(thing), () => Date.now()) }
}

test('what needs no time is shown at once', () => {
  const { shown, queue: one } = queue()
  one.add('a', 0)
  one.add('b', 0)
  expect(shown).toEqual(['a', 'b'])
})

test('each thing has its time, in order', () => {
  const { shown, queue: one } = queue()
  one.add('a', 300)
  one.add('b', 300)
  one.add('c', 0)
  expect(shown).toEqual(['a'])
  vi.advanceTimersByTime(299)
  expect(shown).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['a', 'b'])
  vi.advanceTimersByTime(300)
  expect(shown).toEqual(['a', 'b', 'c'])
})

test('after a while nothing waits', () => {
  const { shown, queue: one } = queue()
  one.add('a', 300)
  vi.advanceTimersByTime(1000)
  one.add('b', 300)
  expect(shown).toEqual(['a', 'b'])
})

test('in a hurry everything is shown, and after clearing nothing', () => {
  const { shown, queue: one } = queue()
  for (const thing of ['a', 'b', 'c']) one.add(thing, 300)
  one.hurry()
  expect(shown).toEqual(['a', 'b', 'c'])
  one.add('d', 300)
  one.add('e', 300)
  one.clear()
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual(['a', 'b', 'c', 'd'])
})
