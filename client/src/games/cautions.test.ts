import { expect, test } from 'vitest'
import type { GameTexts } from '../kit/types'
import { cautionsOf } from './cautions'

test('codes of the server become sentences in the words of the game', () => {
  const texts = {
    words: { row_B: 'blue', row_G: 'green', B: 'blue' },
    table: { caution_clears: 'Your {rows} {count:row/rows} will be cleared.', caution_run: '{line}: {other} for {name}, {own} for you.' },
  } as unknown as GameTexts
  const cautions = [
    { code: 'clears', params: { count: 3, rows: ['row_B', 'row_G', 'row_B'] } },
    { code: 'run', params: { line: 'B', own: 0, other: 6 } },
  ]
  expect(cautionsOf(cautions, texts, 'Anton', 'en')).toEqual(['Your blue and green rows will be cleared.', 'blue: 6 for Anton, 0 for you.'])
})
