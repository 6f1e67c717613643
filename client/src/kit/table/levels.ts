/** The strengths of bots: four that every thinking game has, in our words; who plays them, in the game's own. */
import { t, tMaybe } from '../i18n'
import type { BotLevel, GameEntry } from '../types'

const STRENGTHS = ['easy', 'medium', 'hard', 'master']
/** What somebody is offered first who has no wish yet. */
export const USUAL_LEVEL = 'medium'

export function levelName(level: string): string {
  return tMaybe(`level_${level}`, level)
}

/** What a seat says of the bot there: its level, if it is one of the house; null for a person. */
export function botNote({ kind, level }: { kind: string; level: string | null }): string | null {
  if (kind !== 'bot') return null
  return level === null ? t('bot') : t('bot_level', { level: levelName(level) })
}

/**
 * Whom people are offered to play against: the four strengths, and what this server brings. Yardsticks are for measuring;
 * a game that has nothing else offers them.
 */
export function levelsOf(game: GameEntry): BotLevel[] {
  const offered = game.bots.filter(({ key, is_program: brought }) => brought || STRENGTHS.includes(key))
  return offered.some(({ key }) => STRENGTHS.includes(key)) ? offered : game.bots
}

/** "Easy: Lotte"; a bot without a name of its own has only its level. */
export function levelTitle({ key, name }: BotLevel): string {
  return name === key ? levelName(key) : `${levelName(key)}: ${name}`
}
