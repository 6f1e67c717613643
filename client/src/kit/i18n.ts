/** Sentences of the interface in the reader's language; games bring their own words from the server. */
import { de } from '../texts/de'
import { en } from '../texts/en'
import { settings } from './settings.svelte'
import { fill } from './words'

/** How figures and dates are written: British, as the words are. */
const LOCALES = { de: 'de-DE', en: 'en-GB' }

export type TextKey = keyof typeof en
const TEXTS: Record<'de' | 'en', Record<TextKey, string>> = { de, en }

/** A text with its parameters. */
export function t(key: TextKey, params: Record<string, string | number> = {}): string {
  return fill(TEXTS[settings.language][key], params)
}

/** A text that may not exist, such as the name of a bot's level: then the fallback. */
export function tMaybe(key: string, fallback: string): string {
  return (TEXTS[settings.language] as Record<string, string>)[key] ?? fallback
}

/** The day of a moment in seconds since 1970, in words. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString(LOCALES[settings.language], { day: 'numeric', month: 'long', year: 'numeric' })
}

/** The hour and minute of a moment in seconds since 1970. */
export function hour(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString(LOCALES[settings.language], { hour: '2-digit', minute: '2-digit' })
}

/** A number as it is written, with a real minus. */
export function figure(value: number): string {
  return String(value).replace('-', '−')
}

const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = new Intl.PluralRules('en-GB', { type: 'ordinal' })

/** A place: "2nd", in German "2." */
export function ordinal(value: number): string {
  return settings.language === 'de' ? `${value}.` : `${value}${ENDINGS[ordinals.select(value)]}`
}
