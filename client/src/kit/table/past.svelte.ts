/** Plays again what happened at a table while nobody looked, one position after the other, and then lets go of the past. */
export class Past {
  /** After how many moves the position is shown; null: the present. */
  shown = $state<number | null>(null)
  #views: readonly unknown[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  /** What was seen then. */
  get view(): unknown {
    return this.shown === null ? null : this.#views[this.shown - 1]
  }

  /** From one position to the present; `views` are those after each move. */
  play(views: readonly unknown[], from: number, step: number, onmove: (number: number) => void): void {
    this.#views = views
    this.shown = Math.max(1, from)
    const next = (): void => {
      if (this.shown === null) return
      const number = this.shown + 1
      this.shown = number < views.length ? number : null
      onmove(number)
      if (this.shown !== null) this.#timer = setTimeout(next, step)
    }
    this.#timer = setTimeout(next, step)
  }

  /** To the present at once. */
  stop(): void {
    clearTimeout(this.#timer)
    this.shown = null
  }
}
