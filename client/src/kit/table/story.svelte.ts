/** What happened at a table, from the server's news: the moves of the current game, and a log of everything. */
import { hour } from '../i18n'
import { passageAt, type Move } from './stage'
import type { News } from '../types'
import { w } from '../../texts/table'

export interface LogEntry {
  seq: number
  time: string
  seat: number | null
  kind: string
  texts: string[]
  /** The moves that it tells of. */
  moves: readonly Move[]
}

/** What a screen reader says of an entry: the reader's own moves one by one, those of others as whole turns. */
export function spoken({ kind, seat, texts, moves }: LogEntry, own: readonly number[]): readonly string[] {
  if (kind !== 'acted' || seat === null) return texts
  const last = moves.at(-1)
  if (own.includes(seat)) return last?.lines ?? []
  return last?.told ? texts : []
}

export class Story {
  moves = $state.raw<readonly Move[]>([])
  log = $state.raw<readonly LogEntry[]>([])

  /** `hides` is true for seats whose people the reader does not want to hear. */
  constructor(
    private readonly name: (seat: number | null) => string,
    private readonly hides: (seat: number | null) => boolean = () => false,
  ) {}

  /** Add news; returns the new entries. */
  add(news: readonly News[]): LogEntry[] {
    const entries: LogEntry[] = []
    for (const one of news) {
      const entry = this.#entry(one, this.#follow(one))
      if (entry === null) continue
      entries.push(entry)
      // A turn is one entry: it grows, and is told anew when it is over.
      const replaced = new Set(entry.moves)
      const others = this.log.filter(({ moves: [first] }) => first === undefined || !replaced.has(first))
      this.log = [...others, entry]
    }
    return entries
  }

  clear(): void {
    this.moves = []
    this.log = []
  }

  #follow(news: News): Move | null {
    if (news.kind === 'began') this.moves = []
    else if (news.kind === 'undone') this.moves = this.moves.slice(0, Number(news.data.actions))
    if (news.kind !== 'acted') return null
    const lines = news.lines.map((line) => line.text)
    const told = news.told ? { actions: news.told.actions, lines: news.told.lines.map((line) => line.text) } : null
    const move = { number: this.moves.length + 1, seat: news.seat, text: news.text, lines, events: news.lines, told }
    this.moves = [...this.moves, move]
    return move
  }

  #entry(news: News, move: Move | null): LogEntry | null {
    if (news.kind === 'chatted' && (news.text === null || this.hides(news.seat))) return null
    const passage = move === null ? null : passageAt(this.moves, this.moves.length)
    const texts = [...(passage?.lines ?? [])]
    if (texts.length === 0 && w.maybe(`event_${news.kind}`, '') !== '') texts.push(this.#sentence(news))
    if (texts.length === 0) return null
    return { seq: news.seq, time: hour(news.time), seat: news.seat, kind: news.kind, texts, moves: passage?.moves ?? [] }
  }

  #sentence(news: News): string {
    const wish = w.maybe(`wish_${String(news.data.wish)}`, '')
    const name = typeof news.data.name === 'string' ? news.data.name : this.name(news.seat)
    const kind = news.data.reason === 'vacation' ? 'vacation' : news.data.stays === false ? 'leaving' : news.kind
    return w(`event_${kind}` as 'event_began', { name, wish, text: news.text ?? '' })
  }
}
