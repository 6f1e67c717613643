/**
 * The languages there are: one file each in `texts/`, loaded when it is spoken. English is always there, for readers
 * whose wishes cannot be met and for whatever a language lacks.
 */
import english from '../texts/en.json'

/** A tag such as `de` or `pt-BR` (BCP 47). */
export type Language = string
export type Texts = typeof english
type Lacking<T> = { [Key in keyof T]?: T[Key] extends string ? string : Lacking<T[Key]> }

export const FALLBACK: Language = 'en'
const files = import.meta.glob<Lacking<Texts>>(['../texts/*.json', '!../texts/en.json'], { import: 'default' })
const addressOf = (language: Language): string => `../texts/${language}.json`
const nameOf = (address: string): Language => address.slice('../texts/'.length, -'.json'.length)
const loaded = new Map<Language, Texts>([[FALLBACK, english]])

export const LANGUAGES: readonly Language[] = [FALLBACK, ...Object.keys(files).map(nameOf)].sort()

/** The first wish that can be met, exactly or by its main language (`de-AT` by `de`), else English. */
export function languageFor(wishes: readonly string[]): Language {
  const known = new Map(LANGUAGES.map((language) => [language.toLowerCase(), language]))
  for (const wish of wishes) {
    const tag = wish.toLowerCase()
    const found = known.get(tag) ?? known.get(tag.split('-')[0] ?? '')
    if (found !== undefined) return found
  }
  return FALLBACK
}

/** Load a language, so that `textsOf` has it. */
export async function loadLanguage(language: Language): Promise<void> {
  const own = loaded.has(language) ? undefined : await files[addressOf(language)]?.()
  if (own) loaded.set(language, over(english, own))
}

/** The words of a language; English as long as it is not loaded. */
export function textsOf(language: Language): Texts {
  return loaded.get(language) ?? english
}

/** What a language is called by those who speak it. */
export function ownName(language: Language): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}

/** Both, section by section; where both have a text, the one above. */
function over(below: Texts, above: Lacking<Texts>): Texts {
  const sections = Object.entries(below).map(([name, section]) => {
    const own = above[name as keyof Texts]
    return [name, typeof section === 'string' ? (own ?? section) : { ...section, ...(own as object) }]
  })
  return Object.fromEntries(sections) as Texts
}
