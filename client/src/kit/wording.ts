/** Words of one part of the client or of one game, in the reader's language. */
import type { GameKeys } from '../generated/keys'
import { spoken } from './game_texts.svelte'
import { textsOf, type Texts } from './languages'
import { settings } from './settings.svelte'
import { fill, type Params } from './words'

type Section = Exclude<keyof Texts, 'locale'>

/** `const w = wording('replay')`, then `w('key', { count: 3 })`. */
export function wording<Name extends Section>(section: Name): (key: keyof Texts[Name] & string, params?: Params) => string {
  return (key, params = {}) => fill((textsOf(settings.language)[section] as Record<string, string>)[key] ?? key, params, settings.language)
}

/** The same with the words of a game's table, which come from the server with its other texts. */
export function gameWording<Game extends keyof GameKeys>(game: Game): (key: GameKeys[Game]['table'], params?: Params) => string {
  return (key, params = {}) => fill(spoken.table(game)[key as string] ?? '', params, settings.language)
}
