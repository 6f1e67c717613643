import { expect, test, vi } from 'vitest'
import english from '../texts/en.json'
import { languageFor, LANGUAGES, loadWords } from './languages'
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

test('words follow the language, once they are there', async () => {
  const w = wording('common', import.meta.glob('../texts/*.json', { query: '?part=common', import: 'default' }))
  await loadWords('en')
  expect(w('seat_number', { number: 2 })).toBe('Seat 2')
  await loadWords('de')
  settings.language = 'de'
  expect(w('seat_number', { number: 2 })).toBe('Platz 2')
  expect([w.maybe('seats', '?'), w.maybe('nonsense', '?')]).toEqual(['Plätze', '?'])
})

test('a part that comes later speaks every language that was spoken', async () => {
  const late = wording('account', import.meta.glob('../texts/*.json', { query: '?part=account', import: 'default' }))
  await loadWords()
  expect(['en', 'de'].map((language) => ((settings.language = language), late('sign_out')))).toEqual(['Sign out', 'Abmelden'])
})

test('a language that cannot be loaded is not spoken', async () => {
  let isAway = true
  const lost = new Error('away')
  const w = wording('common', { '../texts/pl.json': () => (isAway ? Promise.reject(lost) : Promise.resolve({ close: 'Zamknij' })) })
  await expect(loadWords('pl')).rejects.toBe(lost)
  await loadWords()
  isAway = false
  await loadWords('pl')
  settings.language = 'pl'
  expect(w('close')).toBe('Zamknij')
})

test('what a language lacks is said in English', async () => {
  const files = import.meta.glob<Record<string, string>>('../texts/*.json', { query: '?part=common', import: 'default' })
  const keys = await Promise.all(Object.values(files).map(async (load) => Object.keys(await load()).sort()))
  expect(keys).toEqual(LANGUAGES.map(() => Object.keys(english.common).sort()))
})

/** The module of each part: what it is called, and which words it loads. */
const parts = Object.entries(sources).flatMap(([path, text]) =>
  [...text.matchAll(/wording\('(\w+)', import\.meta\.glob\('[./]*(?:texts\/)?\*\.json', \{ query: '\?part=(\w+)'/g)].map(([, name, query]) => ({ path, name, query })),
)

test('every part has one module, which loads its words', () => {
  const own = parts.filter(({ path }) => !path.endsWith('.test.ts'))
  expect(own.map(({ name }) => name).sort()).toEqual(Object.keys(english).sort())
  for (const { path, name, query } of own) {
    expect(query).toBe(name)
    expect(path).toMatch(name === 'common' ? /\/i18n\.ts$/ : new RegExp(`texts/${name}\\.ts$`))
  }
})

test('every word is said where its part is loaded', () => {
  const code = Object.entries(sources).filter(([path]) => !path.endsWith('.test.ts'))
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
  const unsaid = Object.entries(english).flatMap(([name, words]) => {
    const module = name === 'common' ? '/i18n' : `texts/${name}`
    const folders = new Set(code.filter(([path, text]) => text.includes(`${module}'`) || path.endsWith(`${module}.ts`)).map(([path]) => folderOf(path)))
    const said = code.filter(([path]) => folders.has(folderOf(path))).map(([, text]) => text).join()
    return Object.keys(words).filter((key) => !COMPOSED.test(key) && !said.includes(`'${key}'`)).map((key) => `${name}: ${key}`)
  })
  expect(unsaid).toEqual([])
})

test('negative numbers have a real minus, texts stay as they are', () => {
  expect(fill('{a} {b}', { a: -2, b: 'B-1' }, 'en')).toBe('−2 B-1')
})
