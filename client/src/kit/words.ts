/** Texts as such: filling in parameters, capital letters. */
import { FALLBACK, type Language } from './languages'

export type Params = Record<string, string | number>

/** The plural categories of the CLDR, in the order in which templates list their forms. */
const ORDER = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** A template with its parameters; `{count:card/cards}` picks a word by number, in a form for each plural category. */
export function fill(template: string, params: Params, language: Language): string {
  return template.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name: string, forms?: string) => {
    const value = params[name] ?? ''
    return forms === undefined ? figure(value) : plural(language, Number(value), forms.split('/'))
  })
}

/** A number with a real minus; a text stays as it is. */
export function figure(value: string | number): string {
  return typeof value === 'number' && value < 0 ? `−${-value}` : String(value)
}

/** The form that goes with a number. A text that a language lacks is English: the number of forms tells. */
function plural(language: Language, count: number, forms: string[]): string {
  const own = rulesOf(language)
  const { select, categories } = own.categories.length === forms.length ? own : rulesOf(FALLBACK)
  return forms[categories.indexOf(select(count))] ?? forms.at(-1) ?? ''
}

interface Rules {
  select: (count: number) => string
  categories: string[]
}
const rules = new Map<Language, Rules>()

function rulesOf(language: Language): Rules {
  const known = rules.get(language)
  if (known) return known
  const plurals = new Intl.PluralRules(language)
  const own = plurals.resolvedOptions().pluralCategories
  const made = { select: (count: number) => plurals.select(count), categories: ORDER.filter((name) => own.includes(name)) }
  rules.set(language, made)
  return made
}

export function sentenceCase(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}
