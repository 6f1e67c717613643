/** How Trambahn looks back. */
import { looksOf, type GameReplay } from '../replay'
import Glyph from './pieces/Glyph.svelte'

export const replay: GameReplay = {
  seats: looksOf([
    ['var(--primary)', 'circle'],
    ['var(--ink)', 'square'],
  ]),
  clauses: {
    deal: 'TB-2.1',
    passenger: 'TB-3.1.1',
    stop: 'TB-3.2.1',
    new_row: 'TB-3.2.4',
    income: 'TB-3.3.1',
    tram: 'TB-3.4.1',
    cleared: 'TB-3.5.1',
    drew: 'TB-3.5.2',
    drew_cards: 'TB-3.5.2',
    shuffle: 'TB-3.5.3',
    run: 'TB-4.1',
    special_run: 'TB-4.3',
  },
  milestones: ['run', 'special_run', 'game_over'],
  Glyph,
}
