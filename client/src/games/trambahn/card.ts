/** How Trambahn presents itself in the lobby. */
import type { GameCard } from '../card'
import Vignette from './pieces/Vignette.svelte'

export const card: GameCard = {
  place: 1,
  minutes: 30,
  Vignette,
}
