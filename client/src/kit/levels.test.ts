import { expect, test, vi } from 'vitest'
import { levelsOf } from './levels'
import type { BotLevel, GameEntry } from './types'

vi.mock('./i18n', () => ({ tMaybe: (_: string, otherwise: string) => otherwise })) // it needs a browser

function bot(key: string, is_program = false): BotLevel {
  return { key, name: key, text: '', rating: null, is_program }
}

function offered(...bots: BotLevel[]): string[] {
  return levelsOf({ bots } as GameEntry).map(({ key }) => key)
}

test('the strengths and the programs of the server are offered, yardsticks are not', () => {
  expect(offered(bot('random'), bot('easy'), bot('master'), bot('Anna', true))).toEqual(['easy', 'master', 'Anna'])
})

test('a game without strengths offers all it has', () => {
  expect(offered(bot('random'), bot('Anna', true))).toEqual(['random', 'Anna'])
})
