/** One table in this browser: what it looks like, what happened, and what can be asked of it. */
import { api } from './api'
import { Connection, type Line, type Socket } from './connection'
import { hour, t, tMaybe } from './i18n'
import { me } from './me.svelte'
import { settings } from './settings.svelte'
import { toasts } from './toasts.svelte'
import type { Command, News, Proposal, Refusal, TableSight } from './types'

export interface LogEntry {
  seq: number
  time: string
  seat: number | null
  kind: string
  texts: string[]
  notation: string | null
}

function dial(): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(`${scheme}://${location.host}/ws?lang=${settings.language}`) as unknown as Socket
}

export class TableModel {
  sight = $state.raw<TableSight>() as TableSight
  log = $state.raw<LogEntry[]>([])
  line = $state<Line>('connecting')
  /** A command that the server has not answered yet. */
  waiting = $state.raw<Command | null>(null)
  /** For screen readers: what happened last. */
  announcement = $state('')
  /** In a hot-seat: who has said that the device is in their hands. */
  holder = $state<number | null>(null)
  /** The seat behind each action of the game so far; null is chance. */
  #actors: (number | null)[] = []
  #connection: Connection

  constructor(sight: TableSight) {
    this.sight = sight
    this.#connection = new Connection(
      sight.id,
      {
        onTable: (table, news) => this.#update(table, news),
        onLine: (line) => (this.line = line),
        onDone: (command) => this.#settle(command),
        onRefused: (refusal, command) => this.#refuse(refusal, command),
      },
      dial,
    )
    this.#connection.connect()
  }

  close(): void {
    this.#connection.close()
  }

  /** After a change of language everything is told anew. */
  retell(): void {
    this.log = []
    this.#actors = []
    this.#connection.restart(true)
  }

  readonly own = $derived.by(() => this.sight.seats.flatMap((seat, place) => (seat.is_you ? [place] : [])))
  readonly isHotSeat = $derived(this.own.length > 1)
  readonly isCovered = $derived(
    this.isHotSeat && this.sight.status === 'playing' && this.sight.seat !== this.holder,
  )
  readonly isMyTurn = $derived(this.sight.actor !== null && this.sight.actor === this.sight.seat)

  name(seat: number | null): string {
    return seat === null ? '' : (this.sight.seats[seat]?.name ?? '')
  }

  // What can be asked of a table

  do(command: Command): void {
    if (this.waiting !== null) return
    this.waiting = command
    this.#connection.do(command)
  }

  act(text: string): void {
    this.do({ do: 'act', text, expected: this.sight.seq, ...this.#seat() })
  }

  undo(): void {
    this.do({ do: 'undo', ...this.#seat() })
  }

  propose(wish: Proposal['wish'], actions = 0): void {
    this.do({ do: 'propose', wish, actions, ...this.#seat() })
  }

  answer(agree: boolean): void {
    this.do({ do: 'answer', agree, ...this.#seat() })
  }

  say(text: string): void {
    this.do({ do: 'say', text, ...this.#seat() })
  }

  /** Sit down; a visitor becomes a guest first, and the line is dialled again as that guest. */
  async join(seat?: number): Promise<void> {
    try {
      if (await me.ensure()) this.#connection.restart()
      this.do({ do: 'join', ...(seat === undefined ? {} : { seat }) })
    } catch (error) {
      toasts.fail(error)
    }
  }

  async rename(name: string): Promise<void> {
    await me.rename(name)
    this.#connection.restart()
  }

  /** To how many actions one may ask to go back: before one's own last one, if nothing was revealed since. */
  readonly undoable = $derived.by(() => {
    void this.sight.seq
    const last = this.sight.seat === null ? -1 : this.#actors.lastIndexOf(this.sight.seat)
    return last >= 0 && last >= this.sight.undo_floor ? last : null
  })

  #seat(): { seat?: number } {
    return this.sight.seat === null ? {} : { seat: this.sight.seat }
  }

  // What the server tells

  #update(table: TableSight, news: News[]): void {
    const wasMine = this.isMyTurn
    for (const one of news) this.#follow(one)
    this.sight = table
    const entries = news.flatMap((one) => this.#entry(one))
    this.log = [...this.log, ...entries]
    const said = entries.slice(-6).flatMap((entry) => entry.texts)
    if (this.isMyTurn && !wasMine) said.push(t('your_turn'))
    if (said.length > 0) this.announcement = said.join(' ')
  }

  #follow(news: News): void {
    if (news.kind === 'began') this.#actors = []
    else if (news.kind === 'acted') this.#actors.push(news.seat)
    else if (news.kind === 'undone') this.#actors.length = Number(news.data.actions)
  }

  #entry(news: News): LogEntry[] {
    const told = news.lines.map((line) => line.text)
    const own = tMaybe(`event_${news.kind}`, '')
    if (told.length === 0 && own !== '') told.push(this.#sentence(news))
    if (told.length === 0) return []
    const notation = news.kind === 'acted' ? news.text : null
    return [{ seq: news.seq, time: hour(news.time), seat: news.seat, kind: news.kind, texts: told, notation }]
  }

  #sentence(news: News): string {
    const wish = tMaybe(`wish_${String(news.data.wish)}`, '')
    const name = typeof news.data.name === 'string' ? news.data.name : this.name(news.seat)
    return t(`event_${news.kind}` as 'event_began', { name, wish, text: news.text ?? '' })
  }

  #settle(command: Command): void {
    if (this.waiting === command) this.waiting = null
  }

  #refuse(refusal: Refusal, command: Command | null): void {
    if (command !== null) this.#settle(command)
    toasts.refuse(refusal, this.sight.config.game)
  }
}

export async function loadTable(code: string): Promise<TableModel> {
  await me.load()
  return new TableModel(await api.find(code))
}
