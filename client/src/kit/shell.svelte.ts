/** The page as an app: offering to install it, and telling of a newer version without disturbing a game. */
import { t } from './i18n'
import { api } from './net/api'
import { toasts } from './ui/toasts.svelte'

/** What browsers that can install pages hand over, so that the page can ask at a better time. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

const EVERY = 10 * 60_000

class Shell {
  #offer = $state.raw<InstallEvent | null>(null)
  #version: string | null = null
  #isTold = false

  get canInstall(): boolean {
    return this.#offer !== null
  }

  async install(): Promise<void> {
    const offer = this.#offer
    this.#offer = null // it can be used once
    await offer?.prompt()
  }

  /** As long as the page is open. */
  follow(): () => void {
    const onoffer = (event: Event): void => {
      event.preventDefault()
      this.#offer = event as InstallEvent
    }
    const onshow = (): void => void (document.hidden || this.look())
    window.addEventListener('beforeinstallprompt', onoffer)
    document.addEventListener('visibilitychange', onshow)
    const timer = setInterval(onshow, EVERY)
    return () => {
      window.removeEventListener('beforeinstallprompt', onoffer)
      document.removeEventListener('visibilitychange', onshow)
      clearInterval(timer)
    }
  }

  /** Nothing is loaded anew by itself: whoever plays decides when. */
  async look(): Promise<void> {
    try {
      const { version } = await api.about()
      this.#version ??= version
      if (version === this.#version || this.#isTold) return
      this.#isTold = true
      toasts.tell(t('new_version'))
    } catch {
      // without a line there is nothing newer
    }
  }
}

export const shell = new Shell()
