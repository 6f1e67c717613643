/** The player in this browser: a guest with a name, created when first needed, or the owner of an account. */
import { api } from './api'
import { t } from '../i18n'
import type { Me } from '../types'

class Player {
  name = $state<string | null>(null)
  /** The account's, if there is one. */
  login = $state<string | null>(null)
  /** The account is a bot's. */
  isBot = $state(false)
  is_known = $state(false)
  /** What a visitor wants to be called once they sit down; empty: as any guest. */
  wish = $state('')

  #asked: Promise<void> | null = null

  /** Ask the server once; callers in the meantime wait for the same answer. */
  know(): Promise<void> {
    if (this.is_known) return Promise.resolve()
    this.#asked ??= this.load().finally(() => (this.#asked = null))
    return this.#asked
  }

  async load(): Promise<void> {
    this.take(await api.me())
  }

  /** What the server says of who is asking. */
  take(me: Me): void {
    this.name = me.name
    this.login = me.login
    this.isBot = me.is_bot
    this.is_known = true
  }

  async rename(name: string): Promise<void> {
    this.name = (await api.setName(name)).name
  }

  /** Become a guest unless the server knows this browser already. True if that was needed. */
  async ensure(): Promise<boolean> {
    await this.know()
    if (this.name !== null) return false
    await this.rename(this.wish.trim() || t('guest'))
    return true
  }
}

export const me = new Player()
