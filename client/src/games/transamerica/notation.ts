/** How TransAmerica's texts read: `M 65`, `R 64-65`, `V 64-65`, `E`. */
import type { Language } from '../../kit/languages'
import type { GameTexts } from '../../kit/types'
import { fill } from '../../kit/words'
import { SPOKEN } from './places'
import { said, type Described, type Notation } from '../notation'

/** A crossing as the log names it. */
export function nameOf(crossing: number, texts: Pick<GameTexts, 'words' | 'table'>, language: Language): string {
  const [city, direction, steps] = SPOKEN[crossing] ?? ['', '', 0]
  if (steps === 0) return city
  return fill(texts.table[steps === 1 ? 'place_beside' : 'place_near'] ?? '', { city, direction: texts.words[direction] ?? '' }, language)
}

export const notation: Notation = {
  describe(text, texts, language): Described {
    if (text === 'E') return { kind: 'E', piece: '', target: said<'transamerica'>(texts, 'end_turn', language) }
    const [kind = '', place = ''] = text.split(' ')
    const [from = '', to] = place.split('-')
    const names = [from, to].flatMap((crossing) => (crossing === undefined ? [] : [nameOf(Number(crossing), texts, language)]))
    return { kind, piece: '', target: names.join(' – ') }
  },

  places(text) {
    return text.split(' ')[1]?.split('-') ?? []
  },

  sheet(data, _seats, texts, language) {
    const { rounds, totals } = data as { rounds: { losses: number[] }[]; totals: number[] }
    const start = totals.map((total, seat) => rounds.reduce((sum, round) => sum + (round.losses[seat] ?? 0), total))
    const losses = rounds.map((round, number) => ({
      label: said<'transamerica'>(texts, 'round', language, { number: number + 1 }),
      points: round.losses.map((loss) => -loss),
    }))
    return [{ label: said<'transamerica'>(texts, 'start', language), points: start }, ...losses]
  },
}
