/** How InterUrban looks back. */
import { looksOf, type GameReplay } from '../replay'
import Glyph from './pieces/Glyph.svelte'

export const replay: GameReplay = {
  seats: looksOf([
    ['var(--red)', 'square'],
    ['var(--blue)', 'circle'],
    ['var(--purple)', 'hexagon'],
    ['var(--green)', 'triangle'],
    ['var(--brass-deco)', 'diamond'],
  ]),
  clauses: {
    deal: 'IU-2.2',
    track: 'IU-3.1',
    station: 'IU-3.2',
    joined: 'IU-4.K',
    opened_track: 'IU-3.5',
    opened_station: 'IU-3.5',
    end_turn: 'IU-3.7',
  },
  milestones: ['finished_complete', 'finished_closed_in', 'game_over'],
  Glyph,
}
