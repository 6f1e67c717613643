/** The levels of bots. A level has our word if we have one; the bot that plays it has the game's name for it. */
import { t } from '../i18n'
import type { BotLevel, GameEntry } from '../types'

export function levelName(level: string): string {
  return t.maybe(`level_${level}`, level)
}

/** What is written beside a seat with a bot: its level, if it is a bot of this server; null for a person. */
export function botNote({ kind, level, standsIn = false }: { kind: string; level: string | null; standsIn?: boolean }): string | null {
  if (kind !== 'bot') return null
  if (standsIn) return t('bot_stands_in')
  return level === null ? t('bot') : t('bot_level', { level: levelName(level) })
}

/** The bots that people are offered: those that the game names, and the programs of this server; no yardsticks. */
export function levelsOf(game: GameEntry): BotLevel[] {
  return game.bots.filter(({ key, is_program: isProgram }) => isProgram || game.info.levels.includes(key))
}

/** "Easy: Lotte"; a bot without a name of its own has only its level. */
export function levelTitle({ key, name }: BotLevel): string {
  return name === key ? levelName(key) : `${levelName(key)}: ${name}`
}

/** The next stronger (1) or weaker (−1) bots in the order of the game's levels; null if one of them has none. */
export function shifted(game: GameEntry, levels: readonly string[], by: 1 | -1): BotLevel[] | null {
  const found = levels.map((level) => {
    const key = game.info.levels[game.info.levels.indexOf(level) + by]
    return game.info.levels.includes(level) ? game.bots.find((bot) => bot.key === key) : undefined
  })
  return found.every((bot) => bot !== undefined) && found.length > 0 ? (found as BotLevel[]) : null
}

/** As many bots as wanted, of strengths spread over all that there are, the weakest first. */
export function spread(levels: readonly BotLevel[], count: number): BotLevel[] {
  const last = levels.length - 1
  return Array.from({ length: count }, (_, place) => levels[count < 2 ? 0 : Math.round((place * last) / (count - 1))] as BotLevel)
}
