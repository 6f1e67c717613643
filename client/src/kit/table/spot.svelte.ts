/** The move of the log that the pointer is on; boards mark its places while it is. */
import type { Move } from './stage'

class Spot {
  move = $state.raw<Move | null>(null)

  mark(move: Move): void {
    this.move = move
  }

  /** Only who has marked it takes the mark away. */
  clear(move: Move): void {
    if (this.move === move) this.move = null
  }
}

export const spot = new Spot()
