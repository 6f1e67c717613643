import { expect, test } from 'vitest'
import { marked, matches, wordsOf } from './search'

test.each([
  ['Fahrgäste steigen ein', 'FAHRGASTE', true],
  ['Die Straße', 'strasse', true],
  ['TB-3.2.3 Die 10 schließt ihre Reihe', 'tb-3.2 schliesst', true],
  ['Die 10 schließt ihre Reihe', 'reihe neu', false],
  ['Irgendetwas', '  ', true],
])('%s: %s', (text, wish, found) => {
  expect(matches(text, wordsOf(wish))).toBe(found)
})

test('what was looked for is marked, in the letters of the text', () => {
  expect(marked('Fahrgäste und Straßen', wordsOf('gaste strass'))).toEqual([
    { text: 'Fahr', isHit: false },
    { text: 'gäste', isHit: true },
    { text: ' und ', isHit: false },
    { text: 'Straß', isHit: true },
    { text: 'en', isHit: false },
  ])
  expect(marked('Nichts', [])).toEqual([{ text: 'Nichts', isHit: false }])
})
