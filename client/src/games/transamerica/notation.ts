/** How TransAmerica's texts read: `M 65`, `R 64-65`, `V 64-65`, `E`. */
import { said, type Described, type Notation } from '../notation'

export const notation: Notation = {
  describe(text, texts, language): Described {
    if (text === 'E') return { kind: 'E', piece: '', target: said<'transamerica'>(texts, 'end_turn', language) }
    const [kind = '', place = ''] = text.split(' ')
    const [from = '', to] = place.split('-')
    if (to === undefined) return { kind, piece: '', target: said<'transamerica'>(texts, 'crossing', language, { number: from }) }
    return { kind, piece: '', target: `${from}–${to}` }
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
