/**
 * The WebSocket of one table: it reconnects on its own, resumes after the last event it saw, and keeps every
 * command until the server has answered it, so that each one is carried out once.
 */
import { applied, type Step } from './changes'
import type { ClientFrame, Command, News, Refusal, ServerFrame, TableSight } from '../types'

export type Line = 'connecting' | 'open' | 'lost'

export interface Listener {
  onTable(table: TableSight, news: News[]): void
  onLine(line: Line): void
  /** The seats whose people have the table open. */
  onPresence(there: readonly number[]): void
  /** The server carried it out, and the table is at event `seq`. */
  onDone(command: Command, seq: number): void
  onRefused(refusal: Refusal, command: Command | null): void
}

/** The part of a WebSocket that is needed here. */
export interface Socket {
  readyState: number
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: (() => void) | null
  send(data: string): void
  close(): void
}

const OPEN = 1
const FIRST_WAIT = 500
const LONGEST_WAIT = 8_000
const PING_EVERY = 15_000
/** How each command shows in the news. */
const TRACE: Record<Command['do'], string[]> = {
  join: ['joined'],
  leave: ['left'],
  seat_bot: ['bot_seated'],
  remove: ['removed'],
  hand_over: ['handed_over'],
  nudge: ['nudged'],
  take_back: ['took_back'],
  act: ['acted'],
  undo: ['undone'],
  propose: ['proposed'],
  answer: ['agreed', 'declined'],
  resume: ['resumed'],
  resign: ['resigned', 'ready'],
  next_game: ['ready'],
  say: ['chatted'],
}
/** Commands about somebody else's seat. */
const OTHERS: readonly Command['do'][] = ['seat_bot', 'remove', 'hand_over']

export class Connection {
  /** The last event that was seen. */
  seen = 0
  #socket: Socket | null = null
  /** The table as the server sent it last. */
  #shown: TableSight | null = null
  #kept = new Map<number, Command>()
  #number = 0
  #wait = FIRST_WAIT
  #isSubscribed = false
  #isAlive = true
  #isClosed = false
  #retry: ReturnType<typeof setTimeout> | undefined
  #ping: ReturnType<typeof setInterval> | undefined

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
    private readonly dial: () => Socket,
  ) {}

  connect(line: Line = this.seen === 0 ? 'connecting' : 'lost'): void {
    this.#hangUp()
    this.listener.onLine(line)
    const socket = (this.#socket = this.dial())
    socket.onopen = () => {
      this.#isAlive = true
      this.#subscribe()
      this.#ping = setInterval(() => this.#check(), PING_EVERY)
    }
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data) as ServerFrame)
    socket.onclose = () => this.#lose()
  }

  /** Connect again, for example after a change of name or language; from the first event if the story is wanted again. */
  restart(fromTheBeginning = false): void {
    if (fromTheBeginning) this.seen = 0
    this.#wait = FIRST_WAIT
    this.connect('connecting')
  }

  close(): void {
    this.#isClosed = true
    this.#hangUp()
  }

  /** Send a command now, or as soon as the connection is back. */
  do(command: Command): void {
    const id = ++this.#number
    this.#kept.set(id, command)
    if (this.#isSubscribed) this.#send(id, command)
  }

  #subscribe(): void {
    this.#shown = null
    this.#socket?.send(JSON.stringify({ type: 'subscribe', table: this.table, since: this.seen, changes: true, aids: true, presence: true } satisfies ClientFrame))
  }

  #send(id: number, command: Command): void {
    if (this.#socket?.readyState === OPEN) {
      this.#socket.send(JSON.stringify({ type: 'do', id, table: this.table, command } satisfies ClientFrame))
    }
  }

  #hear(frame: ServerFrame): void {
    this.#isAlive = true
    if (frame.type === 'table') this.#hearTable(frame.table, frame.news, frame.done)
    else if (frame.type === 'change') this.#hearChange(frame)
    else if (frame.type === 'presence') this.listener.onPresence(frame.there)
    else if (frame.type === 'done') this.#answer(frame.id, (command) => this.listener.onDone(command, frame.seq))
    else if (frame.type === 'refused') this.#hearRefusal(frame.error, frame.id)
  }

  /** Changes of another table than the one shown last are of no use: the whole table is asked for. */
  #hearChange(frame: Extract<ServerFrame, { type: 'change' }>): void {
    if (this.#shown?.seq === frame.after) {
      this.#hearTable(applied(this.#shown, frame.changes as Step[]), frame.news, frame.done)
    } else if (this.#shown !== null) this.#subscribe()
  }

  #hearTable(table: TableSight, told: News[], done?: number | null): void {
    const news = told.filter((one) => one.seq > this.seen)
    this.seen = Math.max(this.seen, table.seq)
    this.#shown = table
    this.listener.onTable(table, news)
    if (typeof done === 'number') this.#answer(done, (command) => this.listener.onDone(command, table.seq))
    for (const [id, command] of this.#kept) {
      if (wasDone(command, news, table)) this.#answer(id, (done) => this.listener.onDone(done, table.seq))
      else if (!this.#isSubscribed) this.#send(id, command)
    }
    if (!this.#isSubscribed) {
      this.#isSubscribed = true
      this.#wait = FIRST_WAIT
      this.listener.onLine('open')
    }
  }

  #hearRefusal(refusal: Refusal, id: number | null): void {
    if (id === null) {
      this.listener.onRefused(refusal, null)
      if (!this.#isSubscribed && refusal.code === 'too_often') this.#lose() // and ask again later
    } else this.#answer(id, (command) => this.listener.onRefused(refusal, command))
  }

  #answer(id: number, tell: (command: Command) => void): void {
    const command = this.#kept.get(id)
    if (this.#kept.delete(id) && command) tell(command)
  }

  /** Every few seconds: a connection on which nothing has come since the last ping is dead. */
  #check(): void {
    if (!this.#isAlive) {
      this.#lose()
    } else {
      this.#isAlive = false
      this.#socket?.send(JSON.stringify({ type: 'ping' } satisfies ClientFrame))
    }
  }

  #lose(): void {
    this.#hangUp()
    if (this.#isClosed) return
    this.listener.onLine('lost')
    this.#retry = setTimeout(() => this.connect(), this.#wait)
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2)
  }

  #hangUp(): void {
    clearTimeout(this.#retry)
    clearInterval(this.#ping)
    this.#isSubscribed = false
    const socket = this.#socket
    this.#socket = null
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null
      socket.close()
    }
  }
}

/** True if the news show that a command was carried out, though its answer may have been lost. */
export function wasDone(command: Command, news: News[], table: TableSight): boolean {
  const isMine = (seat: number | null): boolean => seat === null || table.seats[seat]?.is_you === true
  return news.some(
    (one) =>
      TRACE[command.do].includes(one.kind) &&
      ('seat' in command && OTHERS.includes(command.do) ? one.seat === command.seat : isMine(one.seat)) &&
      (command.do !== 'act' || (one.seat !== null && one.seq > command.expected && one.text === command.text)) &&
      (command.do !== 'say' || one.text === command.text.trim().replace(/\s+/g, ' ')),
  )
}
