/**
 * Things that are shown one after the other, each for a while: what others do may arrive faster than it can be seen.
 * Knows nothing of what is shown.
 */
export class Queue<T> {
  #waiting: { thing: T; hold: number }[] = []
  #until = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly show: (thing: T) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Show it now, or as soon as the current thing has had its time, and hold it for `hold` ms. */
  add(thing: T, hold: number): void {
    this.#waiting.push({ thing, hold })
    this.#advance()
  }

  /** Whatever waits is shown at once. */
  hurry(): void {
    this.#until = 0
    for (const one of this.#waiting) one.hold = 0
    this.#advance()
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#waiting = []
    this.#until = 0
  }

  #advance(): void {
    clearTimeout(this.#timer)
    while (this.#waiting.length > 0) {
      const left = this.#until - this.now()
      if (left > 0) {
        this.#timer = setTimeout(() => this.#advance(), left)
        return
      }
      const next = this.#waiting.shift() as { thing: T; hold: number }
      this.#until = this.now() + next.hold
      this.show(next.thing)
    }
  }
}
