/** The last views of a table, by the number of moves that led to them, so that they can be shown again. */

/** How many of them are kept. */
const KEPT = 80

/** What was seen after a number of moves. */
export type Views = (number: number) => unknown

export class KeptViews {
  #views = new Map<number, unknown>()

  /** Keep the view after this number of moves; forget views that are too old or whose moves were taken back. */
  add(number: number, view: unknown): void {
    this.#views.set(number, view)
    for (const one of this.#views.keys()) if (one <= number - KEPT || one > number) this.#views.delete(one)
  }

  /** The views from one number of moves on, before the last one; null if too little was kept. */
  since(from: number, last: number): Views | null {
    const first = Math.max(1, from)
    for (let number = first; number < last; number++) if (!this.#views.has(number)) return null
    const kept = new Map(this.#views)
    return (number) => kept.get(number)
  }
}
