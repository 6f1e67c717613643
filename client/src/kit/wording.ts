/** Words that only one part of the client needs: they are loaded with it, and speak the reader's language. */
import { settings } from './settings.svelte'
import type { Language } from './types'
import { fill } from './words'

/** `const w = wording({ de: { … }, en: { … } })`, then `w('key', { count: 3 })`. */
export function wording<Key extends string>(
  texts: Record<Language, Record<Key, string>>,
): (key: Key, params?: Record<string, string | number>) => string {
  return (key, params = {}) => fill(texts[settings.language][key], params)
}
