/**
 * The languages there are: one file each in `texts/`. A browser loads of the language that it speaks the words of the
 * parts that it shows: `Words` are those of one part, and whoever loads a part waits for `loadWords`.
 */

/** A tag such as `de` or `pt-BR` (BCP 47). */
export type Language = string
type Texts = Record<string, string>
export type Files = Record<string, () => Promise<unknown>>

export const FALLBACK: Language = 'en'
const nameOf = (address: string): Language => address.slice(address.lastIndexOf('/') + 1, -'.json'.length)

export const LANGUAGES: readonly Language[] = Object.keys(import.meta.glob('../texts/*.json', { query: '?part=common' })).map(nameOf).sort()

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

/** All parts whose code has been loaded, and the languages that are spoken on this visit. */
const parts: Words[] = []
const spoken = new Set<Language>()

/** The words of one part of the client, in the languages that have been loaded. */
export class Words {
  readonly #files: Record<Language, () => Promise<unknown>>
  readonly #loaded: Record<Language, Texts> = {}

  constructor(files: Files) {
    this.#files = Object.fromEntries(Object.entries(files).map(([address, load]) => [nameOf(address), load]))
    parts.push(this)
  }

  async load(language: Language): Promise<void> {
    this.#loaded[language] ??= (await this.#files[language]?.()) as Texts
  }

  of(language: Language): Texts {
    return this.#loaded[language] ?? {}
  }
}

/** Load the words of all parts that are there, in every language that is spoken, and in this one from now on. */
export async function loadWords(language?: Language): Promise<void> {
  const isNew = language !== undefined && !spoken.has(language)
  if (isNew) spoken.add(language)
  try {
    await Promise.all(parts.flatMap((part) => [...spoken].map((one) => part.load(one))))
  } catch (error) {
    if (isNew) spoken.delete(language)
    throw error
  }
}

/** What a language is called by those who speak it. */
export function ownName(language: Language): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}
