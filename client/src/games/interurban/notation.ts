/** How InterUrban's texts read: `s1@2,0:EW`, `c0@0,1:SW`, `red3@4,0:EW`, `redx2@5,1`, `E`. */
import type { Colour } from '../../kit/ui/Shape.svelte'
import { sentenceCase } from '../../kit/words'
import { END_TURN, type Described, type Notation } from '../notation'

const EDGES = {
  de: { N: 'Nord', E: 'Ost', S: 'Süd', W: 'West' },
  en: { N: 'north', E: 'east', S: 'south', W: 'west' },
}
const LINE = { de: 'Linie', en: 'Line' }

export const notation: Notation = {
  describe(text, { words }, language): Described {
    if (text === 'E') return { kind: 'E', piece: '', target: END_TURN[language] }
    const [piece = '', place = ''] = text.split('@')
    const [cell = '', edges = ''] = place.split(':')
    const names = [...edges].map((edge) => EDGES[language][edge as 'N'])
    const colour = /^(red|blue|purple|green|yellow)/.exec(piece)?.[0] as Colour | undefined
    return {
      kind: colour ? 'station' : 'track',
      piece: words[piece] ?? piece,
      target: names.length > 0 ? `${cell} ${names.join('–')}` : cell,
      ...(colour ? { colour } : {}),
    }
  },

  places(text) {
    const cell = text.split('@')[1]?.split(':')[0]
    return cell === undefined ? [] : [cell]
  },

  sheet(data, _seats, { words }, language) {
    const { lines } = data as { lines: { label: string; exit: string; value: number; points: number[] }[] }
    return lines.map((line) => {
      const exit = EDGES[language][line.exit as 'N'] ?? words[line.exit] ?? line.exit
      return { label: `${LINE[language]} ${line.label} (${sentenceCase(exit, language)}): ${line.value}`, points: line.points }
    })
  },
}
