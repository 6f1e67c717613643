/** How TransAmerica presents itself in the lobby. */
import type { GameCard } from '../card'
import Vignette from './pieces/Vignette.svelte'

export const card: GameCard = {
  place: 3,
  minutes: 30,
  Vignette,
}
