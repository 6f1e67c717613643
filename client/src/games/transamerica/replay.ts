/** How TransAmerica looks back. */
import { looksOf, type GameReplay } from '../replay'
import Glyph from './pieces/Glyph.svelte'

export const replay: GameReplay = {
  seats: looksOf([
    ['var(--ink)', 'circle'],
    ['light-dark(#6a3d8f, #a47bcb)', 'square'],
    ['light-dark(#0e6f6f, #3fa3a3)', 'triangle'],
    ['light-dark(#a63a70, #d46c9f)', 'diamond'],
    ['light-dark(#6b4a2b, #b98d63)', 'pentagon'],
    ['var(--edge3)', 'hexagon'],
  ]),
  clauses: {
    deal: 'TA-2.3',
    hand: 'TA-2.3',
    marker: 'TA-3.1',
    rail: 'TA-3.2',
    double_rail: 'TA-3.2',
    coloured_rail: 'TA-V.1',
    end_turn: 'TA-3.4',
    round_over: 'TA-4.1',
    rails_out: 'TA-4.3',
    connected: 'TA-4.1',
    lost: 'TA-5.1',
    barrier_moved: 'TA-5.3',
  },
  milestones: ['round_over', 'rails_out', 'game_over'],
  Glyph,
}
