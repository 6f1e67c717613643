/** What the browser remembers: language, theme, whether to notify. In cookies, so that the server's first answer fits already. */
import type { Language, Theme } from './types'

const YEAR = 365 * 86_400

function cookie(name: string): string | undefined {
  return document.cookie
    .split('; ')
    .find((entry) => entry.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

function remember(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`
}

function firstLanguage(): Language {
  const wish = cookie('lang') ?? navigator.languages.find((one) => /^(de|en)/.test(one))?.slice(0, 2)
  return wish === 'de' ? 'de' : 'en'
}

function firstTheme(): Theme {
  const wish = cookie('theme')
  if (wish === 'dark' || wish === 'light') return wish
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

class Settings {
  language = $state<Language>(firstLanguage())
  theme = $state<Theme>(firstTheme())
  notifies = $state(cookie('notify') === 'on')

  /** Show the settings on the document; called once, and after every change. */
  apply(): void {
    document.documentElement.lang = this.language
    document.documentElement.dataset.theme = this.theme
  }

  speak(language: Language): void {
    this.language = language
    remember('lang', language)
    this.apply()
  }

  paint(theme: Theme): void {
    this.theme = theme
    remember('theme', theme)
    this.apply()
  }

  notify(wish: boolean): void {
    this.notifies = wish
    remember('notify', wish ? 'on' : 'off')
  }
}

export const settings = new Settings()
