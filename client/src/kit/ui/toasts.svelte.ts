/** Short messages: news, and refusals with the clause they come from. At most one of each is shown. */
import { untrack } from 'svelte'
import { ApiError } from '../net/api'
import type { Refusal } from '../types'
import type { Rect } from './callout'
import { lastTouched } from './touched'

export interface Toast {
  id: number
  text: string
  is_error: boolean
  /** A clause of this game's rules, if the message comes from one. */
  clause: string | null
  game: string | null
  /** A text to copy by hand: shown and selected, until the message is dismissed. */
  copy: string | null
  /** What a refusal is about: it is shown beside it. Null: nothing on the page. */
  about: Rect | null
}

const SHOWN_FOR = 6_000
const LONGER_FOR_CLAUSES = 12_000

class Toasts {
  list = $state<Toast[]>([])
  #number = 0

  tell(text: string): void {
    this.#add({ text, is_error: false, clause: null, game: null, copy: null, about: null })
  }

  offer(text: string, copy: string): void {
    this.#add({ text, is_error: false, clause: null, game: null, copy, about: null })
  }

  refuse(refusal: Pick<Refusal, 'message' | 'clause'>, game: string | null = null): void {
    // The sentence ends with its clause in brackets; here the clause is a button of its own.
    const text = refusal.clause === null ? refusal.message : refusal.message.replace(` (${refusal.clause})`, '')
    this.#add({ text, is_error: true, clause: refusal.clause, game, copy: null, about: lastTouched() })
  }

  /** Whatever went wrong while asking the server. */
  fail(error: unknown, game: string | null = null): void {
    if (error instanceof ApiError) this.refuse(error.refusal, game)
    else throw error
  }

  /** Whoever goes on has read why it was refused. */
  forgive(): void {
    if (this.list.some((toast) => toast.is_error)) this.list = this.list.filter((toast) => !toast.is_error)
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id)
  }

  #add(toast: Omit<Toast, 'id'>): void {
    const id = ++this.#number
    // An effect that shows a message must not depend on earlier messages.
    const others = untrack(() => this.list).filter((other) => other.is_error !== toast.is_error)
    this.list = [...others, { ...toast, id }]
    if (toast.copy !== null) return
    setTimeout(() => this.dismiss(id), toast.clause === null ? SHOWN_FOR : LONGER_FOR_CLAUSES)
  }
}

export const toasts = new Toasts()
