/** How InterUrban presents itself in the lobby. */
import type { GameCard } from '../card'
import Mark from './pieces/Mark.svelte'
import Vignette from './pieces/Vignette.svelte'

export const card: GameCard = {
  place: 2,
  minutes: 60,
  line: {
    de: 'Sechs Linien wachsen über Land. Alle bauen mit, die Stationen kassieren.',
    en: 'Six lines grow across the country. Everyone builds, the stations cash in.',
  },
  Mark,
  Vignette,
}
