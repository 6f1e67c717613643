/** What the browser remembers of its reader's wishes. In cookies, so that the server's first answer fits already. */
import { languageFor, loadWords, type Language } from './languages'
import type { Theme } from './types'

export type Speed = 'half' | 'normal' | 'double' | 'off'
/** Before which ends of a turn the reader is asked: none, those that cost something, all. */
export type Asking = 'never' | 'losses' | 'always'
export const ASKINGS: readonly Asking[] = ['never', 'losses', 'always']
export const SPEEDS: readonly Speed[] = ['half', 'normal', 'double', 'off']
/** Of the text, in per cent. */
export const TEXT_SIZES = [100, 110, 120, 130] as const
export type TextSize = (typeof TEXT_SIZES)[number]

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
  return languageFor([cookie('lang') ?? '', ...navigator.languages])
}

function firstTheme(): Theme {
  const wish = cookie('theme')
  if (wish === 'dark' || wish === 'light') return wish
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** A remembered value if it is one of those there are, else the usual one. */
function oneOf<T extends string | number>(name: string, known: readonly T[], usual: T): T {
  const wish = cookie(name)
  return known.find((one) => String(one) === wish) ?? usual
}

function firstVolume(): number {
  const wish = Number(cookie('volume') ?? 50)
  return wish >= 0 && wish <= 100 ? wish / 100 : 0.5
}

class Settings {
  language = $state<Language>(firstLanguage())
  theme = $state<Theme>(firstTheme())
  /** Whether the dialog with all of them lies open. */
  isOpen = $state(false)
  notifies = $state(cookie('notify') === 'on')
  /** Of all sounds, 0 to 1. */
  volume = $state(firstVolume())
  isLoud = $state(cookie('sound') !== 'off')
  speed = $state<Speed>(oneOf('speed', SPEEDS, 'normal'))
  textSize = $state<TextSize>(oneOf('text', TEXT_SIZES, 100))
  /** 'on' was how earlier versions wrote it. */
  asking = $state<Asking>(cookie('ask') === 'on' ? 'always' : oneOf('ask', ASKINGS, 'losses'))

  /** Show the settings on the document; called once, and after every change. */
  apply(): void {
    document.documentElement.lang = this.language
    document.documentElement.dataset.theme = this.theme
    document.documentElement.dataset.speed = this.speed
    document.documentElement.style.fontSize = `${this.textSize}%`
  }

  /** Speak another language, as soon as its words are there. */
  async speak(language: Language): Promise<void> {
    await loadWords(language)
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

  sound(wish: boolean): void {
    this.isLoud = wish
    remember('sound', wish ? 'on' : 'off')
  }

  /** How loud, 0 to 1; whoever moves the slider wants to hear something. */
  setVolume(volume: number): void {
    this.volume = volume
    remember('volume', String(Math.round(volume * 100)))
    this.sound(volume > 0)
  }

  move(speed: Speed): void {
    this.speed = speed
    remember('speed', speed)
    this.apply()
  }

  scale(size: TextSize): void {
    this.textSize = size
    remember('text', String(size))
    this.apply()
  }

  ask(asking: Asking): void {
    this.asking = asking
    remember('ask', asking)
  }
}

export const settings = new Settings()
