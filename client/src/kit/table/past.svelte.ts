/** Plays again what happened at a table, one position after the other, and then lets go of the past. */
export class Past {
  /** After how many moves the position is shown; null: the present. */
  shown = $state<number | null>(null)
  #views: (number: number) => unknown = () => null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** What was seen then. */
  get view(): unknown {
    return this.shown === null ? null : this.#views(this.shown)
  }

  /** From one position to the present; `views` gives the one after a number of moves, `hold` how long it is shown. */
  play(views: (number: number) => unknown, from: number, to: number, hold: (number: number) => number, onmove: (number: number) => void): void {
    clearTimeout(this.#timer)
    this.#views = views
    this.shown = Math.max(1, from)
    const next = (): void => {
      if (this.shown === null) return
      const number = this.shown + 1
      this.shown = number < to ? number : null
      onmove(number)
      if (this.shown !== null) this.#timer = setTimeout(next, hold(number))
    }
    this.#timer = setTimeout(next, hold(this.shown))
  }

  /** To the present at once. */
  stop(): void {
    clearTimeout(this.#timer)
    this.shown = null
  }
}
