/** The strengths of bots: in the words that a game has for its own, else in ours. */
import { tMaybe } from './i18n'
import type { BotLevel, GameEntry } from './types'

export function levelName(level: string): string {
  return tMaybe(`level_${level}`, level)
}

/** All of a game; a bot that is only known by its key is called as everywhere. */
export function levelsOf(game: GameEntry): BotLevel[] {
  return game.bots.map(({ key, name, text, rating }) => ({
    key,
    name: name === key ? levelName(key) : name,
    text: text || tMaybe(`level_text_${key}`, ''),
    rating,
  }))
}
