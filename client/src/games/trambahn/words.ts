/** Trambahn's own words: what its table says beside the words of the rule book, which come from the server. */
import { settings } from '../../kit/settings.svelte'
import type { GameTexts } from '../../kit/types'
import { gameWording } from '../../kit/wording'
import { sentenceCase } from '../../kit/words'
import { lineOf, valueOf } from './material'
import type { Card, Line, Tram } from './view'

/** A text of the table with its parameters. */
export const w = gameWording('trambahn')
export type WordKey = Parameters<typeof w>[0]

/** Names stand at the beginning of labels and sentences. */
const named = (word: string, texts: GameTexts): string => sentenceCase(texts.words[word] ?? word, settings.language)

export const lineName = (line: Line, texts: GameTexts): string => named(line, texts)

/** "Blau 8", "Schaffner". */
export function cardName(card: Card, texts: GameTexts): string {
  const line = lineOf(card)
  return line ? `${lineName(line, texts)} ${valueOf(card)}` : named(card, texts)
}

/** Shorter than in the rule book: the multiplier is always shown beside it. */
export const tramName = (tram: Tram): string => w(`tram_${tram}`)

/** Names of people may be long where there is little room. */
export const shortened = (name: string, letters: number): string =>
  name.length <= letters ? name : `${name.slice(0, letters - 1).trimEnd()}…`
