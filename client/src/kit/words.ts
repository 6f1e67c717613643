/** Texts as such: filling in parameters, capital letters. */
import type { Language } from './types'

/** A template with its parameters; `{count|one|many}` picks a word by number. */
export function fill(template: string, params: Record<string, string | number>): string {
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = params[name] ?? ''
    if (one === undefined || many === undefined) return String(value)
    return Number(value) === 1 ? one : many
  })
}

export function sentenceCase(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}
