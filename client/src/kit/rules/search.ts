/**
 * Finding rules by a question: words that say nothing are left out, words that mean the same are found too, and endings do
 * not matter. Case and accents never do. Pure; the vocabulary is the language's.
 */

/** What a language knows about its words. */
export interface Vocabulary {
  /** Words of a question that say nothing, such as "when does the". */
  idle: ReadonlySet<string>
  /** Beginnings of words that mean the same, in groups. */
  same: readonly (readonly string[])[]
  /** Endings that may be missing or be others, the longest first. */
  endings: readonly string[]
}

/** One thing that is looked for. */
export interface Term {
  /** As it was written: found anywhere, also inside a word. */
  raw: string
  /** Found where a word begins. */
  stems: readonly string[]
}

/** A part of a text, and whether it is one that was looked for. */
export interface Piece {
  text: string
  isHit: boolean
}

const SHORTEST_STEM = 3

/** Lower case without accents; ß is ss. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase().replace(/ß/g, 'ss')
}

/** From texts: words with spaces between them, groups with semicolons. */
export function vocabularyOf(idle: string, same: string, endings: string): Vocabulary {
  const words = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean)
  return {
    idle: new Set(words(idle)),
    same: same.split(';').map(words),
    endings: words(endings).sort((one, other) => other.length - one.length),
  }
}

/** What a question looks for; if all its words are idle, those. */
export function termsOf(wish: string, vocabulary: Vocabulary): Term[] {
  const words = folded(wish).split(/[\s?!,;:"“”„]+/).filter(Boolean)
  const telling = words.filter((word) => !vocabulary.idle.has(word))
  return (telling.length > 0 ? telling : words).map((raw) => ({ raw, stems: stemsOf(raw, vocabulary) }))
}

function stemsOf(word: string, { same, endings }: Vocabulary): string[] {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST_STEM)
  const stem = ending === undefined ? word : word.slice(0, -ending.length)
  const others = same.filter((group) => group.some((one) => one === word || one === stem)).flat()
  return [...new Set([stem, ...others])].filter((one) => one.length >= SHORTEST_STEM)
}

/** How many of the terms a text has. */
export function score(text: string, terms: readonly Term[]): number {
  const inside = folded(text)
  const words = inside.split(/[^\p{L}\p{N}]+/u)
  return terms.filter(({ raw, stems }) => inside.includes(raw) || stems.some((stem) => words.some((word) => word.startsWith(stem)))).length
}

/** The text in pieces, with everything marked that was looked for. */
export function marked(text: string, terms: readonly Term[]): Piece[] {
  const letters = [...text]
  const inside = letters.map(folded)
  const isHit = letters.map(() => false)
  const isWord = (place: number): boolean => /[\p{L}\p{N}]/u.test(letters[place] ?? '')
  const mark = (word: string, isStem: boolean): void => {
    for (let start = 0; start < inside.length; start++) {
      if (inside[start] === '' || (isStem && start > 0 && isWord(start - 1))) continue
      let reach = start
      let read = ''
      while (reach < inside.length && read.length < word.length) read += inside[reach++] as string
      if (!read.startsWith(word)) continue
      while (isStem && isWord(reach)) reach++
      isHit.fill(true, start, reach)
    }
  }
  for (const { raw, stems } of terms) {
    mark(raw, false)
    for (const stem of stems) mark(stem, true)
  }
  return letters.reduce<Piece[]>((pieces, letter, place) => {
    const last = pieces.at(-1)
    if (last && last.isHit === isHit[place]) last.text += letter
    else pieces.push({ text: letter, isHit: isHit[place] as boolean })
    return pieces
  }, [])
}
