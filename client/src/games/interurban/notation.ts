/** How InterUrban's texts read: `s1@2,0:EW`, `c0@0,1:SW`, `red3@4,0:EW`, `redx2@5,1`, `E`. */
import type { Language } from '../../kit/languages'
import type { Colour } from '../../kit/ui/Shape.svelte'
import type { GameTexts } from '../../kit/types'
import { sentenceCase } from '../../kit/words'
import { said, type Described, type Notation } from '../notation'

type Edge = 'N' | 'E' | 'S' | 'W'

function edge(texts: GameTexts, name: string, language: Language): string {
  return said<'interurban'>(texts, name as Edge, language) || (texts.words[name] ?? name)
}

export const notation: Notation = {
  describe(text, texts, language): Described {
    if (text === 'E') return { kind: 'E', piece: '', target: said<'interurban'>(texts, 'end_turn', language) }
    const [piece = '', place = ''] = text.split('@')
    const [cell = '', edges = ''] = place.split(':')
    const names = [...edges].map((name) => edge(texts, name, language))
    const colour = /^(red|blue|purple|green|yellow)/.exec(piece)?.[0] as Colour | undefined
    return {
      kind: colour ? 'station' : 'track',
      piece: texts.words[piece] ?? piece,
      target: names.length > 0 ? `${cell} ${names.join('–')}` : cell,
      ...(colour ? { colour } : {}),
    }
  },

  places(text) {
    const cell = text.split('@')[1]?.split(':')[0]
    return cell === undefined ? [] : [cell]
  },

  sheet(data, _seats, texts, language) {
    const { lines } = data as { lines: { label: string; exit: string; value: number; points: number[] }[] }
    return lines.map(({ label, exit, value, points }) => {
      const where = sentenceCase(edge(texts, exit, language), language)
      return { label: said<'interurban'>(texts, 'line', language, { label, exit: where, value }), points }
    })
  },
}
