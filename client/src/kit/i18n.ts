/** Sentences of the interface in the reader's language; games bring their own words from the server. */
import { textsOf, type Texts } from './languages'
import { settings } from './settings.svelte'
import { wording } from './wording'

export type TextKey = keyof Texts['common']

/** A text with its parameters. */
export const t = wording('common')

/** A text that may not exist, such as the name of a bot's level: then the fallback. */
export function tMaybe(key: string, fallback: string): string {
  return (textsOf(settings.language).common as Record<string, string>)[key] ?? fallback
}

const locale = (): string => textsOf(settings.language).locale

/** The day of a moment in seconds since 1970, in words. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString(locale(), { day: 'numeric', month: 'long', year: 'numeric' })
}

/** The hour and minute of a moment in seconds since 1970. */
export function hour(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' })
}
