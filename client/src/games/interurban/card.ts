/** How InterUrban presents itself in the lobby. */
import type { GameCard } from '../card'
import Vignette from './pieces/Vignette.svelte'

export const card: GameCard = {
  place: 2,
  minutes: 60,
  Vignette,
}
