/** A match in words: who won it or leads. The server counts; this only says it. */
import { t } from '../i18n'
import type { MatchStanding } from '../types'
import { w } from '../../texts/match'

/** The seats in first place. */
export function leaders(match: MatchStanding): number[] {
  return match.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []))
}

export const isOver = (match: MatchStanding): boolean => match.played.length === match.games

/** Who won the match, or who leads; `own` are the reader's seats. */
export function matchSentence(match: MatchStanding, names: readonly string[], own: readonly number[] = []): string {
  const first = leaders(match)
  const joined = first.map((seat) => names[seat]).join(', ')
  const isOwn = own.length === 1 && first[0] === own[0]
  if (isOver(match)) {
    if (first.length > 1) return t('match_won_together', { names: joined })
    return isOwn ? w('match_won_you') : t('match_won', { name: joined })
  }
  if (first.length > 1) return w('match_led_together', { names: joined })
  return isOwn ? w('match_led_you') : w('match_led', { name: joined })
}

/** How a match is headed: after how many games this is. */
export function matchTitle(match: MatchStanding): string {
  return isOver(match) ? t('match_result') : w('match_after', { played: match.played.length, games: match.games })
}

export function gaveUp(match: MatchStanding, game: number, seat: number): boolean {
  return match.played[game]?.given_up.some((one) => one.seat === seat) ?? false
}
