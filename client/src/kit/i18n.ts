/** What every page says, in the reader's language; each part has further words in `texts/`, and games bring their own. */
import { wording, type Parts } from './wording'

export type TextKey = keyof Parts['common']

/** A text with its parameters. */
export const t = wording('common', import.meta.glob('../texts/*.json', { query: '?part=common', import: 'default' }))

/** The day of a moment in seconds since 1970, in words. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString(t('locale'), { day: 'numeric', month: 'long', year: 'numeric' })
}

/** The hour and minute of a moment in seconds since 1970. */
export function hour(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString(t('locale'), { hour: '2-digit', minute: '2-digit' })
}
