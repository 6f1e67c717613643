/** How TransAmerica's texts read: `M 65`, `R 64-65`, `V 64-65`, `E`. */
import { END_TURN, type Described, type Notation } from '../notation'

const WORDS = {
  de: { crossing: 'Kreuzung', round: 'Runde' },
  en: { crossing: 'Crossing', round: 'Round' },
}

export const notation: Notation = {
  describe(text, _texts, language): Described {
    if (text === 'E') return { kind: 'E', piece: '', target: END_TURN[language] }
    const [kind = '', place = ''] = text.split(' ')
    const [from = '', to] = place.split('-')
    if (to === undefined) return { kind, piece: '', target: `${WORDS[language].crossing} ${from}` }
    return { kind, piece: '', target: `${from}–${to}` }
  },

  places(text) {
    return text.split(' ')[1]?.split('-') ?? []
  },

  sheet(data, _seats, _texts, language) {
    const { rounds } = data as { rounds: { losses: number[] }[] }
    return rounds.map((round, number) => ({
      label: `${WORDS[language].round} ${number + 1}`,
      points: round.losses.map((loss) => -loss),
    }))
  },
}
