/** Who plays in this browser: a guest with a name, made when first needed. */
import { api } from './api'
import { t } from './i18n'

class Player {
  name = $state<string | null>(null)
  is_known = $state(false)

  async load(): Promise<void> {
    const me = await api.me()
    this.name = me.name
    this.is_known = true
  }

  async rename(name: string): Promise<void> {
    this.name = (await api.setName(name)).name
  }

  /** Become a guest if nobody yet, so that one can sit down at once. Says whether that was needed. */
  async ensure(): Promise<boolean> {
    if (!this.is_known) await this.load()
    if (this.name !== null) return false
    await this.rename(t('guest'))
    return true
  }
}

export const me = new Player()
