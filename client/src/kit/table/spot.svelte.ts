/** The moves of the log that the pointer is on; boards mark their places while it is. */
import type { Move } from './stage'

class Spot {
  moves = $state.raw<readonly Move[]>([])

  mark(moves: readonly Move[]): void {
    this.moves = moves
  }

  /** Only who has marked it takes the mark away. */
  clear(moves: readonly Move[]): void {
    if (this.moves === moves) this.moves = []
  }
}

export const spot = new Spot()
