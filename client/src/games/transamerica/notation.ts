/** How TransAmerica's texts read: `M 65`, `R 64-65`, `V 64-65`, `E`. */
import type { Described, Notation } from '../notation'

const WORDS = {
  de: { crossing: 'Kreuzung', round: 'Runde' },
  en: { crossing: 'Crossing', round: 'Round' },
}

export const notation: Notation = {
  describe(text, _texts, language): Described {
    const [kind = '', place = ''] = text.split(' ')
    const [from = '', to] = place.split('-')
    if (to === undefined) return { kind, piece: '', target: from && `${WORDS[language].crossing} ${from}` }
    return { kind, piece: '', target: `${from}–${to}` }
  },

  sheet(data, _seats, _texts, language) {
    const { rounds } = data as { rounds: { losses: number[] }[] }
    return rounds.map((round, number) => ({
      label: `${WORDS[language].round} ${number + 1}`,
      points: round.losses.map((loss) => -loss),
    }))
  },
}
