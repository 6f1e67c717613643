/** What the strengths of bots are called. */
import { tMaybe } from './i18n'

export function levelName(level: string): string {
  return tMaybe(`level_${level}`, level)
}

export function levelText(level: string): string {
  return tMaybe(`level_text_${level}`, '')
}
