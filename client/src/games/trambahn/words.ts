/** Trambahn's own words: what its table says beside the words of the rule book, which come from the server. */
import { settings } from '../../kit/settings.svelte'
import type { GameTexts } from '../../kit/types'
import { gameWording } from '../../kit/wording'
import { sentenceCase } from '../../kit/words'
import { lineOf, rowLine, valueOf } from './material'
import type { Card, Line, Row, Tram } from './view'

/** A text of the table with its parameters. */
export const w = gameWording('trambahn')
export type WordKey = Parameters<typeof w>[0]

/** Names stand at the beginning of labels and sentences. */
const named = (word: string, texts: GameTexts): string => sentenceCase(texts.words[word] ?? word, settings.language)

export const lineName = (line: Line, texts: GameTexts): string => named(line, texts)

/** Inside a sentence. */
export const lineWord = (line: Line, texts: GameTexts): string => texts.words[line] ?? line

/** A row as the log names it: "die blaue Reihe", or "die zweite blaue Reihe" where there are several. */
export function rowName(row: Row, rows: readonly Row[], texts: GameTexts): string {
  const line = rowLine(row)
  const same = rows.filter((one) => rowLine(one) === line)
  const colour = texts.words[`row_${line}`] ?? ''
  if (same.length < 2) return w('only_row', { colour })
  const place = same.findIndex((one) => one.number === row.number) + 1
  return w('one_of_rows', { colour, place: texts.words[`place${place}`] ?? place })
}

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
