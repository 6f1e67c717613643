/** One table in this browser: what it looks like, what happened, and what can be asked of it. */
import { Company } from './company.svelte'
import { api } from '../net/api'
import { Connection, type Line, type Socket } from '../net/connection'
import { t } from '../i18n'
import { me } from '../net/me.svelte'
import { shownAhead, type Ahead } from './ahead'
import { KeptViews, type Views } from './kept'
import { Lane } from './lane.svelte'
import { duration, pace } from '../motion/motion.svelte'
import { Past } from './past.svelte'
import { Queue } from './queue'
import { rememberSeen, seenOf } from './seen'
import { settings } from '../settings.svelte'
import { freshOf, lastRound, lettersOf, type Ghost, type Interlude, type Move, type Stage, type StageSeat } from './stage'
import { spoken, Story, type LogEntry } from './story.svelte'
import { toasts } from '../ui/toasts.svelte'
import type { Command, Hint, News, Refusal, TableSight, Wish } from '../types'

/** How long each action of another player is shown before the next one, and the last one of a turn, in ms. */
const LOOK = 420
const LOOK_AT_TURN = 1000
/** How long each action is shown when turns are shown again, in ms. */
const LOOK_BACK = 800
/** The most moves that are shown of what happened while the page was closed. */
const MOST_MISSED = 12
/** After this time, in ms, a table is shown even if no news has come. */
const LONGEST_WAIT = 1500

/** A new line to the server. */
export function dial(): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(`${scheme}://${location.host}/ws?lang=${settings.language}`)
}

export class TableModel implements Stage {
  sight = $state.raw<TableSight>() as TableSight
  line = $state<Line>('connecting')
  /** The seats whose people have the table open; null until the server has said so. */
  there = $state.raw<readonly number[] | null>(null)
  readonly company = new Company()
  /** An action that waits for a second yes. */
  asking = $state<string | null>(null)
  /** For screen readers: what happened last. */
  announcement = $state.raw({ text: '' })
  /** In a hot-seat: who has said that the device is in their hands. */
  holder = $state<number | null>(null)
  /** True once there is something to show: the table as it is, or as it was when last looked at. */
  isReady = $state(false)
  /** What happened while the page was closed, announced once when the table is opened. */
  missed = $state.raw<readonly Move[]>([])
  /** The hint for this position, as far as it was asked for. */
  hint = $state.raw<Hint | null>(null)
  isAsking = $state(false)
  /** Called with each new move, once it is shown. */
  onmove: (move: Move) => void = () => undefined
  /** Called when somebody reminds this player that it is their turn. */
  onnudge: (by: string) => void = () => undefined
  /** How your pieces look before the server has answered; null: as before. */
  ahead = $state.raw<Ahead | null>(null)
  /** Something of the past that the game's table shows although the game has gone on. */
  interlude = $state.raw<Interlude | null>(null)
  readonly mode = 'table'
  #story = new Story(
    (seat) => this.name(seat),
    (seat) => !this.company.isKnown || (seat !== null && this.company.hides(seat)),
  )
  #shown = new Queue<{ table: TableSight; news: News[] }>(({ table, news }) => this.#update(table, news))
  #connection: Connection
  #past = new Past()
  /** Chat has a lane of its own: no move waits for a word, and no word for a move. */
  #moves = new Lane((command) => this.#connection.do(command))
  #words = new Lane((command) => this.#connection.do(command))
  #kept = new KeptViews()
  #isTold = false
  /** The end of the turn, if it was asked for while moves were on their way. */
  #ending: string | null = null

  /** `endTurn`: the action that ends a turn in this game; empty if there is none. */
  constructor(
    sight: TableSight,
    private readonly endTurn: string,
  ) {
    this.sight = sight
    this.#connection = new Connection(
      sight.id,
      {
        onTable: (table, news) => this.#shown.add({ table, news }, this.#look(news)),
        onLine: (line) => (this.line = line),
        onPresence: (there) => (this.there = there),
        onDone: (command, seq) => this.#settle(command, seq),
        onRefused: (refusal, command) => this.#refuse(refusal, command),
      },
      dial as () => Socket,
    )
    this.#connection.connect()
    setTimeout(() => (this.isReady = true), LONGEST_WAIT)
  }

  close(): void {
    this.#past.stop()
    this.#shown.clear()
    this.#connection.close()
  }

  /** Fetch the whole story again, in the language that was just chosen. */
  retell(): void {
    this.#shown.clear()
    this.#story.clear()
    this.#isTold = false
    this.#connection.restart(true)
  }

  // What a board shows

  readonly game = $derived(this.sight.config.game)
  readonly seat = $derived(this.sight.seat)
  readonly seats = $derived.by((): readonly StageSeat[] => {
    const letters = lettersOf(this.sight.seats.map((seat) => seat.name))
    return this.sight.seats.map(({ name, kind, level, is_you, stands_in }, place) => ({ name, letter: letters[place] as string, kind, level, isYou: is_you, standsIn: stands_in }))
  })
  readonly isPast = $derived(this.#past.shown !== null)
  /** The command that the server has to answer next. */
  readonly waiting = $derived(this.#moves.first)
  /** The table as the server showed it, with your pieces that are on their way. */
  readonly #ahead = $derived.by(() => {
    const { view, seat } = this.sight
    const texts = this.#moves.commands.map((command) => (command.do === 'act' ? command.text : ''))
    return shownAhead(view, seat, texts, this.ahead)
  })
  readonly view = $derived(this.isPast ? this.#past.view : this.#ahead.view)
  readonly moves = $derived(this.#story.moves.slice(0, this.#past.shown ?? undefined))
  readonly actor = $derived(this.isPast ? (this.#story.moves[this.moves.length]?.seat ?? null) : this.sight.actor)
  readonly isMyTurn = $derived(!this.isPast && this.sight.actor !== null && this.sight.actor === this.sight.seat)
  readonly legal = $derived(this.isPast ? [] : this.#stillThere(this.sight.legal))
  readonly fresh = $derived(freshOf(this.moves, this.sight.seat))
  readonly result = $derived(this.isPast ? null : this.sight.result)
  /** Something is on its way whose outcome cannot be shown yet. */
  readonly isBusy = $derived(this.#ahead.isUnsure)
  readonly canUndo = $derived(!this.isPast && this.sight.can_undo)

  hold(interlude: Interlude | null): void {
    const before = this.interlude
    this.interlude = interlude
    if (before === null || interlude !== null) return
    const later = this.log.filter(({ moves: [first] }) => (first?.number ?? 0) > before.moves)
    this.#tell(later, false)
  }

  /** The hinted turn, once the turn is what was asked for. */
  readonly ghost = $derived.by((): Ghost | null => {
    if (!this.hint || this.hint.depth < 2 || this.seat === null || !this.isMyTurn) return null
    return { seat: this.seat, texts: this.hint.actions }
  })

  // What the page around it shows

  readonly log = $derived(this.#story.log)
  /** What you said and the server has not heard yet. */
  readonly unsaid = $derived(this.#words.commands.flatMap((command) => (command.do === 'say' ? [command.text] : [])))
  readonly own = $derived.by(() => this.sight.seats.flatMap((seat, place) => (seat.is_you ? [place] : [])))
  readonly isHotSeat = $derived(this.own.length > 1)
  readonly isCovered = $derived(
    this.isHotSeat && this.sight.status === 'playing' && this.sight.seat !== this.holder,
  )
  /** The number of actions to propose going back to: before your last one, if nothing was revealed since. */
  readonly undoable = $derived.by(() => {
    const seat = this.sight.seat
    const last = seat === null ? -1 : this.#story.moves.findLastIndex((move) => move.seat === seat)
    return last >= 0 && last >= this.sight.undo_floor ? last : null
  })

  name(seat: number | null): string {
    return seat === null ? '' : (this.sight.seats[seat]?.name ?? '')
  }

  // What can be asked of a table

  /** Commands are carried out one after the other. */
  do(command: Command): void {
    this.#laneOf(command).add(command)
  }

  #laneOf(command: Command): Lane {
    return command.do === 'say' ? this.#words : this.#moves
  }

  /** Legal actions whose pieces are not on their way somewhere else. */
  #stillThere(legal: readonly string[]): readonly string[] {
    const { seat, view } = this.sight
    const ahead = this.ahead
    if (ahead === null || seat === null || this.view === view) return legal
    return legal.filter((text) => ahead(view, seat, text) === null || ahead(this.view, seat, text) !== null)
  }

  /** An action; the end of a turn, which nothing brings back, is asked for first as the reader wishes. */
  act(text: string): void {
    // What it would cost is known once the moves on their way have been shown.
    if (text === this.endTurn && settings.asking === 'losses' && this.#moves.commands.length > 0) return void (this.#ending = text)
    const isEnd = text === this.endTurn && this.sight.legal.includes(text)
    const isAsked = settings.asking === 'always' || (settings.asking === 'losses' && this.sight.cautions.length > 0)
    if (isEnd && isAsked) this.asking = text
    else this.#act(text)
  }

  /** Take up the end of the turn that waited for the moves before it. */
  #goOn(): void {
    const text = this.#ending
    if (text === null || this.#moves.commands.length > 0) return
    this.#ending = null
    this.act(text)
  }

  /** The answer to what was asked. */
  confirm(isMeant: boolean): void {
    const text = this.asking
    this.asking = null
    if (isMeant && text !== null) this.#act(text)
  }

  #act(text: string): void {
    if (this.#isSecondClick(text)) return
    toasts.forgive()
    this.do({ do: 'act', text, expected: this.sight.seq, ...this.#seat() })
  }

  /** The same action again, though its piece has gone already or what it does is not known yet. */
  #isSecondClick(text: string): boolean {
    const { seat } = this.sight
    const isUnderWay = this.#moves.commands.some((command) => command.do === 'act' && command.text === text)
    return isUnderWay && (this.ahead === null || seat === null || this.ahead(this.view, seat, text) === null)
  }

  /** A hint, or more of it: first the piece, then the turn, then why. */
  async askHint(): Promise<void> {
    if (this.isAsking || this.hint?.depth === 3) return
    this.isAsking = true
    try {
      this.hint = await api.hint(this.sight.id, (this.hint?.depth ?? 0) + 1)
    } catch (error) {
      toasts.fail(error)
    }
    this.isAsking = false
  }

  undo(): void {
    this.#ending = null
    if (!this.#moves.withdraw()) this.do({ do: 'undo', ...this.#seat() })
  }

  propose(wish: Wish, actions = 0): void {
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

  #seat(): { seat?: number } {
    return this.sight.seat === null ? {} : { seat: this.sight.seat }
  }

  // What the server tells

  /** How long news are looked at: what others do live has its time, everything else is shown at once. */
  #look(news: News[]): number {
    const isOthers = news.some((one) => one.kind === 'acted' && one.seat !== null && !this.own.includes(one.seat))
    const isTurn = news.some((one) => one.told !== null || one.lines.length > 1) // or it had consequences
    return isOthers && this.#isTold && !document.hidden ? duration(isTurn ? LOOK_AT_TURN : LOOK) : 0
  }

  #update(table: TableSight, news: News[]): void {
    const wasMine = this.isMyTurn
    this.sight = table
    for (const lane of [this.#moves, this.#words]) lane.show(table.seq)
    this.#goOn()
    const entries = this.#story.add(news)
    this.#kept.add(this.#story.moves.length, table.view)
    if (news.some((one) => ['acted', 'undone', 'began'].includes(one.kind))) this.hint = null
    if (this.#isTold) for (const { moves } of entries) if (moves.length > 0) this.onmove(moves.at(-1) as Move)
    if (this.#isTold) for (const one of news) if (one.kind === 'nudged' && this.own.includes(Number(one.data.whom))) this.onnudge(this.name(one.seat))
    this.#tell(entries, wasMine)
    if (!this.#isTold) void this.#open()
    this.#isTold = true
    this.#remember()
  }

  #tell(entries: LogEntry[], wasMine: boolean): void {
    const said = entries.slice(-6).flatMap((entry) => spoken(entry, this.own))
    if (this.isMyTurn && !wasMine) said.push(t('your_turn'))
    if (said.length > 0) this.announcement = { text: said.join(' ') }
  }

  /** What was missed is what others did after the last look at this game; it is played again from there. */
  async #open(): Promise<void> {
    const seen = this.isReady ? null : seenOf(this.sight.id, this.sight.game_number)
    if (seen !== null && seen > 0 && !this.isHotSeat && this.sight.seat !== null) {
      this.missed = this.fresh.filter((move) => move.number > seen && move.seat !== null)
      const from = Math.max(seen, this.#story.moves.length - MOST_MISSED)
      if (this.missed.length > 0 && duration(LOOK_BACK) > 0) await this.#lookBack(from, () => !this.isReady)
    }
    this.isReady = true
  }

  /** Where the last round of turns begins; null if there is none yet, or if a device is shared. */
  readonly #roundStart = $derived.by(() => {
    if (this.isHotSeat || this.sight.view === null || this.sight.status === 'open') return null
    const from = lastRound(this.#story.moves, this.sight.seat, this.sight.seats.length)
    return this.#story.moves.slice(from).some((move) => move.seat !== null && move.seat !== this.sight.seat) ? from : null
  })
  readonly canShowAgain = $derived(this.#roundStart !== null)

  /** Show the last round of turns once more. */
  async again(): Promise<void> {
    if (this.#roundStart !== null) await this.#lookBack(this.#roundStart)
  }

  /** Show the positions since one of them once more, the last one of a turn longer than the others. */
  async #lookBack(from: number, isWanted = () => true): Promise<void> {
    const moves = this.#story.moves
    const hold = (number: number): number => pace(moves[number - 1]?.told ? LOOK_AT_TURN : LOOK_BACK)
    const views = await this.#viewsSince(from)
    if (views === null || moves !== this.#story.moves || !isWanted()) return
    this.#past.play(views, from, moves.length, hold, (number) => this.onmove(moves[number - 1] as Move))
  }

  /** What was seen after a number of moves: kept, or fetched where too little was. */
  async #viewsSince(from: number): Promise<Views | null> {
    const last = this.#story.moves.length
    const kept = this.#kept.since(from, last)
    if (kept !== null) return kept
    try {
      const { steps } = await api.replay(this.sight.id, this.sight.game_number, this.sight.seat)
      return steps.length === last ? (number) => steps[number - 1]?.view : null
    } catch (error) {
      toasts.fail(error) // the table as it is can be shown all the same
      return null
    }
  }

  /** Skip to the present. */
  hurry(): void {
    this.#past.stop()
    this.#shown.hurry()
  }

  /** Remember everything shown as seen, if the page is visible. */
  #remember(): void {
    if (!document.hidden) rememberSeen(this.sight.id, this.sight.game_number, this.moves.length)
  }

  #settle(command: Command, seq: number): void {
    const lane = this.#laneOf(command)
    lane.answer(command, seq)
    lane.show(this.sight.seq)
    this.#goOn()
  }

  #refuse(refusal: Refusal, command: Command | null): void {
    this.#ending = null
    if (command !== null) this.#laneOf(command).refuse(command)
    toasts.refuse(refusal, this.sight.config.game)
  }
}

export async function loadTable(code: string): Promise<TableModel> {
  const [sight, games] = await Promise.all([api.find(code), api.games(), me.know()])
  const game = games.find((one) => one.info.key === sight.config.game)
  return new TableModel(sight, game?.info.end_turn ?? '')
}
