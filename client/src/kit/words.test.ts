import { expect, test, vi } from 'vitest'
import english from '../texts/en.json'
import { languageFor, loadLanguage, textsOf } from './languages'
import { fill } from './words'
import { wording } from './wording'

const settings = vi.hoisted(() => ({ language: 'en' }))
vi.mock('./settings.svelte', () => ({ settings }))

const sources = import.meta.glob<string>('../**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true })
/** Keys that are put together from a value of the server. */
const COMPOSED = /^(asking|event|level|wish|speed|tab|session|ended|presence|reason|attitude|pace|filter)_/

test('parameters and plurals', () => {
  expect(fill('{name} has {count} {count:card/cards}', { name: 'Ada', count: 1 }, 'en')).toBe('Ada has 1 card')
  expect(fill('{count} {count:Tag/Tage}', { count: 3 }, 'de')).toBe('3 Tage')
})

test('as many forms as the language has', () => {
  const cards = (count: number): string => fill('{count} {count:karta/karty/kart/karty}', { count }, 'pl')
  expect([1, 3, 5, 22, 1.5].map(cards)).toEqual(['1 karta', '3 karty', '5 kart', '22 karty', '1.5 karty'])
  expect(fill('{count:日}', { count: 3 }, 'ja')).toBe('日')
})

test('an English text among those of a language with other forms', () => {
  expect([1, 3, 21].map((count) => fill('{count} {count:card/cards}', { count }, 'pl'))).toEqual(['1 card', '3 cards', '21 cards'])
})

test('the first wish that can be met', () => {
  expect(languageFor(['tlh', 'de-AT', 'en'])).toBe('de')
  expect(languageFor(['', 'EN-gb'])).toBe('en')
  expect(languageFor(['tlh'])).toBe('en')
})

test('words follow the language, and are English before it is there', async () => {
  const w = wording('common')
  expect(w('seat_number', { number: 2 })).toBe('Seat 2')
  settings.language = 'de'
  expect(w('seat_number', { number: 2 })).toBe('Seat 2')
  await loadLanguage('de')
  expect(w('seat_number', { number: 2 })).toBe('Platz 2')
  expect(textsOf('en')).toBe(english)
})

test('every text is used', () => {
  const code = Object.values(sources).join('\n')
  const { locale: _, ...sections } = english
  const keys = Object.values(sections).flatMap((section) => Object.keys(section))
  expect(keys.filter((key) => !COMPOSED.test(key) && !code.includes(`'${key}'`))).toEqual([])
})

test('negative numbers have a real minus, texts stay as they are', () => {
  expect(fill('{a} {b}', { a: -2, b: 'B-1' }, 'en')).toBe('−2 B-1')
})
