import { expect, test, vi } from 'vitest'
import { seatedNames } from './seated'

vi.mock('../i18n', () => ({ t: (_: string, { name }: { name: string }) => `${name} (Bot)` })) // it needs a browser

test.each([
  [['Ada', '', 'Robbie'], [2], ['Ada', 'Robbie (Bot)']],
  [['Ada', 'Bo'], [], ['Ada', 'Bo']],
  [['', ''], [], []],
  [['', 'Bo'], [0], ['Bo']],
  [['Robbie', 'Robbie'], [0], ['Robbie (Bot)', 'Robbie']],
])('%j with bots at %j', (seats, bots, names) => {
  expect(seatedNames({ seats, bots })).toEqual(names)
})
