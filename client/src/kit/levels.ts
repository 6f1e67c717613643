/** The strengths of bots: in the server's words where it has some, else in ours. */
import { tMaybe } from './i18n'
import type { BotLevel, GameEntry } from './types'

export function levelName(level: string): string {
  return tMaybe(`level_${level}`, level)
}

/** All of a game, weakest first. */
export function levelsOf(game: GameEntry): BotLevel[] {
  return game.bots.map((level) =>
    typeof level === 'string'
      ? { key: level, name: levelName(level), text: tMaybe(`level_text_${level}`, ''), rating: null }
      : level,
  )
}
