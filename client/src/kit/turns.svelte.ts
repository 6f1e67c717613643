/** The games that wait for you, wherever you are: the title, the icon and the badge of the page count them. */
import { api } from './net/api'
import { me } from './net/me.svelte'
import { counted, urgency } from './counting'
import type { TableEntry } from './types'

const EVERY = 20_000
const PLAIN = '/icon.svg'
const WAITING = '/icon-turn.svg'

class Turns {
  /** Tables where it is your turn, the most urgent first. */
  waiting = $state.raw<readonly TableEntry[]>([])
  /** Called when another game begins to wait. */
  onmore: () => void = () => undefined
  #hasLooked = false

  /** The game to go to next, besides the one that is open. */
  next(code?: string): TableEntry | undefined {
    return this.waiting.find((table) => table.code !== code)
  }

  /** Look now and again as long as the page is open. */
  follow(): () => void {
    void this.look()
    const timer = setInterval(() => void this.look(), EVERY)
    const onshow = (): void => void (document.hidden || this.look())
    document.addEventListener('visibilitychange', onshow)
    const title = new MutationObserver(() => show(this.waiting.length)) // every page has its own
    title.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => {
      clearInterval(timer)
      title.disconnect()
      document.removeEventListener('visibilitychange', onshow)
    }
  }

  async look(): Promise<void> {
    try {
      await me.know()
      if (me.name === null) return
      this.take(await api.myTables())
    } catch {
      // without a line nothing new is known
    }
  }

  take(tables: readonly TableEntry[]): void {
    const known = new Set(this.waiting.map((table) => table.id))
    const waiting = tables.filter((table) => table.your_turn).sort((a, b) => urgency(a) - urgency(b))
    const isMore = this.#hasLooked && waiting.some((table) => !known.has(table.id))
    this.#hasLooked = true
    this.waiting = waiting
    show(waiting.length)
    if (isMore) this.onmore()
  }
}

function show(count: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  const wanted = count > 0 ? WAITING : PLAIN
  if (icon && icon.getAttribute('href') !== wanted) icon.href = wanted
  const title = counted(document.title, count)
  if (document.title !== title) document.title = title
  const badge = navigator as Navigator & { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }
  void (count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())?.catch(() => undefined)
}

export const turns = new Turns()
