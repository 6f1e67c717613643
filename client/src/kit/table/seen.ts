/** How much of each running game this browser has shown, so that it can say later what has changed since. */
interface Seen {
  game: number
  moves: number
}

const key = (table: string): string => `seen ${table}`

/** The number of moves that were shown of this game; null if it was never looked at. */
export function seenOf(table: string, game: number): number | null {
  try {
    const seen = JSON.parse(localStorage.getItem(key(table)) ?? 'null') as Seen | null
    return seen?.game === game ? seen.moves : null
  } catch {
    return null // storage is closed or broken: then everything counts as seen
  }
}

export function rememberSeen(table: string, game: number, moves: number): void {
  try {
    localStorage.setItem(key(table), JSON.stringify({ game, moves }))
  } catch {
    // Without storage nothing is remembered, and nothing else is lost.
  }
}
