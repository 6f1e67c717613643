import { beforeAll, expect, test, vi } from 'vitest'
import { loadWords } from '../languages'
import type { MatchStanding } from '../types'
import { gaveUp, matchSentence, matchTitle } from './match'

vi.mock('../settings.svelte', () => ({ settings: { language: 'en' } }))
beforeAll(() => loadWords('en'))

const standing = (more: Partial<MatchStanding>): MatchStanding => ({ games: 2, played: [], totals: [0, 0], given_up: [0, 0], ranks: [1, 1], winners: [], ...more })
const game = (points: number[], seat?: number): MatchStanding['played'][number] => ({
  points,
  reason: 'X-1',
  given_up: seat === undefined ? [] : [{ seat, reason: 'resigned', standing: points }],
})
const NAMES = ['Ada', 'Bo']

test('between the games somebody leads, after the last somebody wins, and ties share', () => {
  const half = standing({ played: [game([3, 5])], totals: [3, 5], ranks: [2, 1] })
  expect(matchSentence(half, NAMES)).toBe('Bo leads')
  expect(matchSentence(half, NAMES, [1])).toBe('You lead')
  expect(matchTitle(half)).toBe('Match after 1 of 2 games')
  const end = standing({ played: [game([3, 5]), game([0, 1], 0)], totals: [3, 6], ranks: [2, 1], winners: [1] })
  expect(matchSentence(end, NAMES, [0])).toBe('Bo wins the match')
  expect(matchSentence(end, NAMES, [1])).toBe('You win the match')
  expect(matchSentence(end, NAMES, [0, 1])).toBe('Bo wins the match')
  expect(matchSentence({ ...end, ranks: [1, 1], winners: [0, 1] }, NAMES, [0])).toBe('Ada, Bo share the match')
  expect(matchTitle(end)).toBe('Match result')
})

test('who gave up which game', () => {
  const end = standing({ played: [game([3, 5]), game([0, 1], 0)] })
  expect([gaveUp(end, 0, 0), gaveUp(end, 1, 0), gaveUp(end, 1, 1), gaveUp(end, 2, 0)]).toEqual([false, true, false, false])
})
