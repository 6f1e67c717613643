/** What ending a turn would mean: the server says it as codes, the words of a game's table make sentences of them. */
import type { Language } from '../kit/languages'
import type { GameTexts, TableSight } from '../kit/types'
import { fill, type Params } from '../kit/words'

/** The sentences for a player; `name` is whoever plays against them. */
export function cautionsOf(cautions: TableSight['cautions'], texts: GameTexts, name: string, language: Language): string[] {
  const list = new Intl.ListFormat(language)
  const word = (value: unknown): string | number => (typeof value === 'number' ? value : (texts.words[String(value)] ?? String(value)))
  return cautions.map(({ code, params }) => {
    const words: Params = { name }
    for (const [key, value] of Object.entries(params)) {
      words[key] = Array.isArray(value) ? list.format([...new Set(value)].map((one) => String(word(one)))) : word(value)
    }
    return fill(texts.table[`caution_${code}`] ?? '', words, language)
  })
}
