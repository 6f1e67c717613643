import { describe, expect, test } from 'vitest'
import type { ReplayStep } from '../../kit/types'
import { apart, ticksOf } from './chart'
import { turnAt, turnsOf } from './turns'

function step(number: number, actor: number, points: number[], code = 'x'): ReplayStep {
  return { number, actor, text: '', lines: [{ code, params: {}, text: '' }], points, view: null }
}

describe('turns', () => {
  const steps = [
    step(1, -1, [0, 0]),
    step(2, 0, [0, 0]),
    step(3, 0, [3, 0]),
    step(4, 1, [3, 5], 'run'),
    step(5, -1, [3, 5]),
    step(6, 1, [3, 4]),
  ]
  const told = [{ first: 2, last: 3, lines: [{ code: 'turn', params: {}, text: 'Ada does two things.' }] }]
  const turns = turnsOf({ steps, turns: told }, ['run'])

  test('are told in their own words', () => {
    expect(turns.map((turn) => turn.lines)).toEqual([[], ['Ada does two things.'], [], [], []])
  })

  test('are what one seat did at a stretch; chance stands between them', () => {
    expect(turns.map((turn) => [turn.number, turn.seat, turn.first, turn.last])).toEqual([
      [null, null, 0, 0],
      [1, 0, 1, 2],
      [2, 1, 3, 3],
      [null, null, 4, 4],
      [3, 1, 5, 5],
    ])
  })

  test('say what was gained and what was finished', () => {
    expect(turns.map((turn) => turn.gained)).toEqual([0, 3, 5, 0, -1])
    expect(turns.map((turn) => turn.isMilestone)).toEqual([false, false, true, false, false])
  })

  test('are found by a place', () => {
    expect(turnAt(turns, 2)?.number).toBe(1)
    expect(turnAt(turns, 3)?.number).toBe(2)
    expect(turnAt([], 0)).toBeUndefined()
  })
})

describe('chart', () => {
  test.each([
    [0, 35, [0, 20]],
    [0, 30, [0, 10, 20, 30]],
    [0, 4, [0, 2, 4]],
    [-3, 13, [0, 10]],
    [0, 0, [0]],
  ])('round numbers from %i to %i', (low, high, ticks) => {
    expect(ticksOf(low, high)).toEqual(ticks)
  })

  test('labels keep their distance', () => {
    expect(apart([10, 12, 40], 16, 100)).toEqual([10, 26, 42])
    expect(apart([98, 99], 16, 100)).toEqual([84, 100])
  })
})
