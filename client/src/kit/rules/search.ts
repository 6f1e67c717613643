/** Finding words in rules: without regard to case and accents, every word anywhere in the clause. Pure. */

/** A part of a text, and whether it is one that was looked for. */
export interface Piece {
  text: string
  isHit: boolean
}

/** Lower case without accents; ß is ss. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase().replace(/ß/g, 'ss')
}

export function wordsOf(wish: string): string[] {
  return folded(wish).split(/\s+/).filter(Boolean)
}

export function matches(text: string, words: readonly string[]): boolean {
  const inside = folded(text)
  return words.every((word) => inside.includes(word))
}

/** The text in pieces, with everything marked that was looked for. */
export function marked(text: string, words: readonly string[]): Piece[] {
  const letters = [...text]
  const inside = letters.map(folded)
  const isHit = letters.map(() => false)
  for (const word of words) {
    for (let start = 0; start < inside.length; start++) {
      let reach = start
      let read = ''
      while (reach < inside.length && read.length < word.length) read += inside[reach++] as string
      if (read.startsWith(word) && inside[start] !== '') isHit.fill(true, start, reach)
    }
  }
  return letters.reduce<Piece[]>((pieces, letter, place) => {
    const last = pieces.at(-1)
    if (last && last.isHit === isHit[place]) last.text += letter
    else pieces.push({ text: letter, isHit: isHit[place] as boolean })
    return pieces
  }, [])
}
