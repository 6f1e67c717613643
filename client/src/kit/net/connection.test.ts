import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Connection, wasDone, type Line, type Socket } from './connection'
import type { Command, News, Refusal, TableSight } from '../types'

class FakeSocket implements Socket {
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  sent: Record<string, unknown>[] = []

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Record<string, unknown>)
  }
  close(): void {
    this.readyState = 3
  }
  open(): void {
    this.readyState = 1
    this.onopen?.()
  }
  hear(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
  commands(): unknown[] {
    return this.sent.filter((frame) => frame.type === 'do').map((frame) => frame.command)
  }
}

const seats = [
  { name: 'Ada', kind: 'human', level: null, is_you: true },
  { name: 'Bo', kind: 'human', level: null, is_you: false },
]
const table = (seq: number): TableSight => ({ id: 't', seq, seats }) as unknown as TableSight
const news = (seq: number, kind: string, seat: number | null, text: string | null = null): News => ({
  seq,
  time: 0,
  kind,
  seat,
  text,
  lines: [],
  data: {},
  told: null,
})
const act: Command = { do: 'act', text: 'P B7', expected: 5 }

let sockets: FakeSocket[]
let told: { lines: Line[]; done: Command[]; refused: [Refusal, Command | null][]; news: number[]; there: (readonly number[])[] }
let connection: Connection
const last = (): FakeSocket => sockets.at(-1) as FakeSocket

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  told = { lines: [], done: [], refused: [], news: [], there: [] }
  connection = new Connection(
    't',
    {
      onTable: (_, list) => told.news.push(...list.map((one) => one.seq)),
      onLine: (line) => told.lines.push(line),
      onPresence: (there) => told.there.push(there),
      onDone: (command) => told.done.push(command),
      onRefused: (refusal, command) => told.refused.push([refusal, command]),
    },
    () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
  )
  connection.connect()
})
afterEach(() => {
  connection.close()
  vi.useRealTimers()
})

function begin(seq = 5): void {
  last().open()
  last().hear({ type: 'table', table: table(seq), news: [] })
}

function drop(): void {
  last().readyState = 3
  last().onclose?.()
}

describe('a line', () => {
  test('asks for everything at first, and after a break for what it missed', () => {
    begin(5)
    drop()
    expect(told.lines.at(-1)).toBe('lost')
    vi.advanceTimersByTime(600)
    last().open()
    expect(sockets.map((socket) => socket.sent[0])).toEqual([
      { type: 'subscribe', table: 't', since: 0, changes: true, aids: true, presence: true },
      { type: 'subscribe', table: 't', since: 5, changes: true, aids: true, presence: true },
    ])
    last().hear({ type: 'table', table: table(7), news: [news(6, 'acted', 1), news(7, 'acted', 1)] })
    expect(told.lines.at(-1)).toBe('open')
    expect(told.news).toEqual([6, 7])
  })

  test('tells who is there', () => {
    connection.connect()
    last().open()
    last().hear({ type: 'presence', table: 't', there: [1] })
    expect(told.there).toEqual([[1]])
  })

  test('tells no event twice', () => {
    begin(5)
    last().hear({ type: 'table', table: table(6), news: [news(5, 'acted', 1), news(6, 'acted', 1)] })
    expect(told.news).toEqual([6])
  })

  test('waits longer after each failure', () => {
    for (const wait of [500, 1000, 2000, 4000, 8000, 8000]) {
      const before = sockets.length
      drop()
      vi.advanceTimersByTime(wait - 1)
      expect(sockets.length).toBe(before)
      vi.advanceTimersByTime(1)
      expect(sockets.length).toBe(before + 1)
    }
  })

  test('that is silent to a question is dead', () => {
    begin()
    vi.advanceTimersByTime(15_000)
    last().hear({ type: 'pong' })
    vi.advanceTimersByTime(15_000)
    expect(sockets.length).toBe(1)
    vi.advanceTimersByTime(15_600)
    expect(sockets.length).toBe(2)
  })

  test('that is refused for asking too often asks again', () => {
    last().open()
    last().hear({ type: 'refused', id: null, error: { code: 'too_often', message: 'Later.', clause: null } })
    expect(told.lines.at(-1)).toBe('lost')
    vi.advanceTimersByTime(600)
    begin()
    expect(told.lines.at(-1)).toBe('open')
  })

  test('does not come back once it is closed', () => {
    begin()
    connection.close()
    vi.advanceTimersByTime(60_000)
    expect(sockets.length).toBe(1)
  })
})

describe('a command', () => {
  test('is sent at once and answered', () => {
    begin()
    connection.do(act)
    expect(last().commands()).toEqual([act])
    last().hear({ type: 'done', id: 1, seq: 6 })
    expect(told.done).toEqual([act])
  })

  test('that is refused comes back with its refusal', () => {
    begin()
    connection.do(act)
    const error = { code: 'not_in_hand', message: 'No.', clause: 'TB-3.0' }
    last().hear({ type: 'refused', id: 1, error })
    expect(told.refused).toEqual([[error, act]])
  })

  test('is kept while there is no line, and sent once', () => {
    begin()
    drop()
    connection.do(act)
    vi.advanceTimersByTime(600)
    last().open()
    expect(last().commands()).toEqual([])
    last().hear({ type: 'table', table: table(5), news: [] })
    last().hear({ type: 'table', table: table(5), news: [] })
    expect(last().commands()).toEqual([act])
  })

  test('whose answer was lost is not sent again', () => {
    begin()
    connection.do(act)
    drop()
    vi.advanceTimersByTime(600)
    last().open()
    last().hear({ type: 'table', table: table(6), news: [news(6, 'acted', 0, 'P B7')] })
    expect(last().commands()).toEqual([])
    expect(told.done).toEqual([act])
  })

  test('that is seen to have happened is done, whatever becomes of the answer', () => {
    begin()
    const say: Command = { do: 'say', text: ' Hello   there ' }
    connection.do(say)
    last().hear({ type: 'table', table: table(6), news: [news(6, 'chatted', 0, 'Hello there')] })
    drop()
    vi.advanceTimersByTime(600)
    last().open()
    last().hear({ type: 'table', table: table(6), news: [] })
    expect(last().commands()).toEqual([])
    expect(told.done).toEqual([say])
  })
})

test.each<[Command, News, boolean]>([
  [act, news(6, 'acted', 0, 'P B7'), true],
  [act, news(6, 'acted', 0, 'P B8'), false],
  [act, news(6, 'acted', 1, 'P B7'), false],
  [act, news(5, 'acted', 0, 'P B7'), false],
  [act, news(6, 'acted', null, 'P B7'), false],
  [{ do: 'undo' }, news(6, 'undone', 0), true],
  [{ do: 'answer', agree: false }, news(6, 'declined', 0), true],
  [{ do: 'seat_bot', seat: 1, level: 'simple' }, news(6, 'bot_seated', 1), true],
  [{ do: 'next_game' }, news(6, 'ready', 0), true],
  [{ do: 'say', text: 'a' }, news(6, 'chatted', 0, 'b'), false],
])('%j after %j: done is %s', (command, one, done) => {
  expect(wasDone(command, [one], table(6))).toBe(done)
})

describe('changes', () => {
  const change = (after: number, seq: number, done?: number): unknown => ({
    type: 'change',
    table: 't',
    after,
    changes: [
      [['seq'], seq],
      [['seats', 1, 'name'], 'Cy'],
    ],
    news: [news(seq, 'acted', 0, 'P B7')],
    ...(done === undefined ? {} : { done }),
  })

  test('the table is the one before with what has changed, and the frame answers the command', () => {
    const shown: TableSight[] = []
    const other = new Connection('t', { onTable: (one) => shown.push(one), onLine: () => undefined, onPresence: () => undefined, onDone: (one) => told.done.push(one), onRefused: () => undefined }, () => {
      sockets.push(new FakeSocket())
      return last()
    })
    other.connect()
    last().open()
    expect(last().sent).toEqual([{ type: 'subscribe', table: 't', since: 0, changes: true, aids: true, presence: true }])
    last().hear({ type: 'table', table: table(5), news: [] })
    other.do({ do: 'say', text: 'something that the news do not show' })
    last().hear(change(5, 6, 1))
    expect(shown.map((one) => [one.seq, one.seats[1]?.name])).toEqual([[5, 'Bo'], [6, 'Cy']])
    expect(told.done.length).toBe(1)
    other.close()
  })

  test('changes of a table that was never shown lead to the whole table, once', () => {
    last().open()
    last().hear({ type: 'table', table: table(5), news: [] })
    last().hear(change(6, 7))
    last().hear(change(7, 8))
    expect(last().sent.filter((frame) => frame.type === 'subscribe').map((frame) => frame.since)).toEqual([0, 5])
    expect(told.news).toEqual([])
    last().hear({ type: 'table', table: table(8), news: [news(7, 'acted', 0), news(8, 'acted', 1)] })
    last().hear(change(8, 9))
    expect(told.news).toEqual([7, 8, 9])
  })
})
