/** The texts of the games that are on the page, as the server told them last: words follow the reader's language. */
import type { GameTexts } from './types'

class Spoken {
  #games = $state.raw<Record<string, GameTexts>>({})

  hear(game: string, texts: GameTexts): GameTexts {
    this.#games = { ...this.#games, [game]: texts }
    return texts
  }

  /** What the pieces, places and the table of a game are called; nothing before its texts have come. */
  of(game: string): Pick<GameTexts, 'words' | 'table'> {
    return this.#games[game] ?? { words: {}, table: {} }
  }

  /** The words of a game's table; none before its texts have come. */
  table(game: string): Record<string, string> {
    return this.#games[game]?.table ?? {}
  }
}

export const spoken = new Spoken()
