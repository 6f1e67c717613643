import { expect, test } from 'vitest'
import english from '../../texts/en.json'
import german from '../../texts/de.json'
import { marked, score, termsOf, vocabularyOf, type Term } from './search'

const [en, de] = [english, german].map(({ book }) => vocabularyOf(book.idle_words, book.same_words, book.endings)) as [
  ReturnType<typeof vocabularyOf>,
  ReturnType<typeof vocabularyOf>,
]
const none = vocabularyOf('', '', '')
const isFound = (text: string, terms: Term[]): boolean => score(text, terms) === terms.length

test.each([
  ['Fahrgäste steigen ein', 'FAHRGASTE', true],
  ['Die Straße', 'strasse', true],
  ['TB-3.2.3 Die 10 schließt ihre Reihe', 'tb-3.2 schliesst', true],
  ['Die 10 schließt ihre Reihe', 'reihe neu', false],
  ['Irgendetwas', '  ', true],
])('%s: %s', (text, wish, found) => {
  expect(isFound(text, termsOf(wish, none))).toBe(found)
})

test.each([
  ['The tenth run ends the game at once.', 'when does the game end?', true],
  ['The game is over as soon as that turn would begin.', 'When does the game end', true],
  ['A tram costs 5.', 'how much do I pay for trams', true],
  ['Values must rise.', 'when does the game end', false],
  ['It depends on the line.', 'end', true], // inside a word, as it was written
])('%s: %s', (text, wish, found) => {
  expect(isFound(text, termsOf(wish, en))).toBe(found)
})

test.each([
  ['Die Partie endet, sobald alle Strecken fertig sind.', 'Wann ist das Spiel zu Ende?', true],
  ['Die zehnte Fahrt beendet die Partie.', 'wann endet das spiel', true],
  ['Eine Trambahn kostet 5.', 'was bezahle ich für Trambahnen', true],
  ['Werte müssen steigen.', 'Wann ist das Spiel zu Ende?', false],
])('%s: %s', (text, wish, found) => {
  expect(isFound(text, termsOf(wish, de))).toBe(found)
})

test('a question of idle words alone looks for them', () => {
  expect(termsOf('when', en).map((term) => term.raw)).toEqual(['when'])
})

test('what was looked for is marked, in the letters of the text', () => {
  expect(marked('Fahrgäste und Straßen', termsOf('gaste strass', none))).toEqual([
    { text: 'Fahr', isHit: false },
    { text: 'gäste', isHit: true },
    { text: ' und ', isHit: false },
    { text: 'Straßen', isHit: true },
  ])
  expect(marked('It ends', termsOf('ending', en))).toEqual([
    { text: 'It ', isHit: false },
    { text: 'ends', isHit: true },
  ])
  expect(marked('Nichts', [])).toEqual([{ text: 'Nichts', isHit: false }])
})
