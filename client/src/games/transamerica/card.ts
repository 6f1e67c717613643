/** How TransAmerica presents itself in the lobby. */
import type { GameCard } from '../card'
import Mark from './pieces/Mark.svelte'
import Vignette from './pieces/Vignette.svelte'

export const card: GameCard = {
  place: 3,
  minutes: 30,
  line: {
    de: 'Fünf geheime Städte, ein gemeinsames Netz. Wer zuerst verbunden ist, stoppt die Runde.',
    en: 'Five secret cities, one shared network. First to connect stops the round.',
  },
  Mark,
  Vignette,
}
