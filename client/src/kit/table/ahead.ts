/**
 * Your pieces before the server has answered: a game may say how the view looks once a piece lies where it was put. That
 * is all it says: no points, no new cards, nobody else's turn. Only actions that the server listed as legal are shown so.
 */

/** The view with the piece of an action moved; null if the view does not have that piece to move, or too much follows. */
export type Ahead = (view: unknown, seat: number, text: string) => unknown

/** What is shown while actions are on their way: each piece where it was put, as far as that can be said. */
export function shownAhead(view: unknown, seat: number | null, texts: readonly string[], ahead: Ahead | null): { view: unknown; isUnsure: boolean } {
  let isUnsure = false
  for (const text of texts) {
    const next = ahead === null || seat === null ? null : ahead(view, seat, text)
    if (next === null) isUnsure = true
    else view = next
  }
  return { view, isUnsure }
}

/** A list without the first of some values; null if it has none. */
export function without<T>(list: readonly T[], value: T): T[] | null {
  const place = list.indexOf(value)
  return place < 0 ? null : [...list.slice(0, place), ...list.slice(place + 1)]
}

/** A list with one item changed. */
export function changed<T>(list: readonly T[], place: number, change: (item: T) => T): T[] {
  return list.map((item, at) => (at === place ? change(item) : item))
}
