import { expect, test } from 'vitest'
import { de } from '../texts/de'
import { en } from '../texts/en'
import { fill } from './words'

const sources = import.meta.glob<string>('../**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true })
/** Keys that are put together from a value of the server. */
const COMPOSED = /^(event|level|wish|speed|tab|session|ended)_/

test('parameters and plurals', () => {
  expect(fill('{name} has {count} {count|card|cards}', { name: 'Ada', count: 1 })).toBe('Ada has 1 card')
  expect(fill('{count} {count|Tag|Tage}', { count: 3 })).toBe('3 Tage')
})

test('both languages take the same parameters', () => {
  const names = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1] as string))].sort()
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect(names(de[key]), key).toEqual(names(en[key]))
  }
})

test('every text is used', () => {
  const code = Object.entries(sources)
    .filter(([path]) => !path.includes('/texts/'))
    .map(([, source]) => source)
    .join('\n')
  const unused = Object.keys(en).filter((key) => !COMPOSED.test(key) && !code.includes(`'${key}'`))
  expect(unused).toEqual([])
})
