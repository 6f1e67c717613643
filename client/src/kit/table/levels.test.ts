import { expect, test, vi } from 'vitest'
import { botNote, levelsOf, shifted, spread } from './levels'
import type { BotLevel, GameEntry } from '../types'

vi.mock('../i18n', () => ({
  // It needs a browser.
  t: Object.assign((key: string, params = {}) => [key, ...Object.values(params)].join(' '), { maybe: (_: string, otherwise: string) => otherwise }),
}))

function bot(key: string, is_program = false): BotLevel {
  return { key, name: key, text: '', rating: null, is_program }
}

function offered(levels: string[], ...bots: BotLevel[]): string[] {
  return levelsOf({ info: { levels }, bots } as unknown as GameEntry).map(({ key }) => key)
}

test('the levels of the game and the programs of the server are offered, yardsticks are not', () => {
  const bots = [bot('random'), bot('gentle'), bot('fierce'), bot('Anna', true)]
  expect(offered(['gentle', 'fierce'], ...bots)).toEqual(['gentle', 'fierce', 'Anna'])
  expect(offered(['random'], ...bots)).toEqual(['random', 'Anna'])
})

test('a seat says what kind of bot sits there', () => {
  expect(botNote({ kind: 'bot', level: 'hard' })).toBe('bot_level hard')
  expect(botNote({ kind: 'bot', level: null })).toBe('bot')
  expect(botNote({ kind: 'human', level: null })).toBeNull()
})

test('after a game the next stronger and weaker bots are offered, as far as there are any', () => {
  const game = { info: { levels: ['easy', 'medium', 'hard'] }, bots: ['easy', 'medium', 'hard'].map((key) => bot(key)) } as unknown as GameEntry
  const keys = (levels: string[], by: 1 | -1): string[] | undefined => shifted(game, levels, by)?.map(({ key }) => key)
  expect(keys(['easy', 'medium'], 1)).toEqual(['medium', 'hard'])
  expect(keys(['easy', 'medium'], -1)).toBeUndefined()
  expect(keys(['hard'], 1)).toBeUndefined()
  expect(keys(['Anna'], 1)).toBeUndefined()
  expect(keys([], 1)).toBeUndefined()
})

test('mixed bots are spread over all strengths', () => {
  const levels = ['easy', 'medium', 'hard', 'master'].map((key) => ({ key })) as BotLevel[]
  const keys = (count: number): string[] => spread(levels, count).map((level) => level.key)
  expect(keys(2)).toEqual(['easy', 'master'])
  expect(keys(3)).toEqual(['easy', 'hard', 'master'])
  expect(keys(5)).toEqual(['easy', 'medium', 'hard', 'hard', 'master'])
})
