/** Words of one part of the client or of one game, in the reader's language. */
import type { GameKeys } from '../generated/keys'
import type english from '../texts/en.json'
import { spoken } from './game_texts.svelte'
import { Words, type Files } from './languages'
import { settings } from './settings.svelte'
import { fill, type Params } from './words'

export type Parts = typeof english

export interface Wording<Key> {
  (key: Key, params?: Params): string
  /** A text that may not exist, such as the name of a bot's level: then the fallback. */
  maybe: (key: string, fallback: string) => string
}

/** What a part says: its files name the same part. `texts/` has one such module for each. */
export function wording<Part extends keyof Parts>(_part: Part, files: Files): Wording<keyof Parts[Part] & string> {
  const words = new Words(files)
  const textOf = (key: string): string | undefined => words.of(settings.language)[key]
  return Object.assign((key: string, params: Params = {}) => fill(textOf(key) ?? key, params, settings.language), {
    maybe: (key: string, fallback: string) => textOf(key) ?? fallback,
  })
}

/** The same with the words of a game's table, which come from the server with its other texts. */
export function gameWording<Game extends keyof GameKeys>(game: Game): (key: GameKeys[Game]['table'], params?: Params) => string {
  return (key, params = {}) => fill(spoken.table(game)[key as string] ?? '', params, settings.language)
}
