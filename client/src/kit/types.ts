/** What the server sends and takes, as far as the client uses it. The server's OpenAPI document is the source. */

export type Theme = 'light' | 'dark'
export type OptionValue = boolean | number | string
export type Status = 'open' | 'playing' | 'paused' | 'ended' | 'closed'

export interface Me {
  name: string | null
  login: string | null
  /** The account is a bot's. */
  is_bot: boolean
}

/** A device or bot that may act for somebody. */
export interface Session {
  id: string
  kind: 'browser' | 'bot'
  name: string
  since: number
  is_this: boolean
}

export interface OptionTexts {
  title: string
  text: string
  choices: Record<string, string>
}

/** How strong a bot is, as the server describes it. */
export interface BotLevel {
  key: string
  name: string
  text: string
  rating: number | null
  /** Brought by whoever runs the server, not by the game. */
  is_program: boolean
}

export interface GameEntry {
  info: {
    key: string
    title: string
    seats: [number, number]
    /** Not empty if there is a guided first game. */
    first_deal: string
    options: Record<string, { default: OptionValue; choices: OptionValue[] }>
  }
  title: string
  summary: string
  /** What the game is like, in a line. */
  line: string
  options: Record<string, OptionTexts>
  bots: BotLevel[]
}

/** The words of a game: what its pieces and kinds of action are called. */
export interface GameTexts {
  words: Record<string, string>
  actions: Record<string, string>
  /** What the game's table says; its keys are in `games/keys.ts`. */
  table: Record<string, string>
  /** What the actions of the notation and the rows of the score sheet are called. */
  notation: Record<string, string>
  /** The steps of the guided first game. */
  guide: Record<string, { title: string; text: string }>
}

export interface Chapter {
  id: string
  title: string
  clauses: Record<string, string>
}

export type SeatPlan = { type: 'open' } | { type: 'own'; name?: string } | { type: 'bot'; level: string }
export type Clock =
  | { type: 'none' }
  | { type: 'live'; seconds: number; increment: number }
  | { type: 'days'; days: number }

export interface TableConfig {
  game: string
  seats: SeatPlan[]
  options: Record<string, OptionValue>
  public: boolean
  spectators: boolean
  clock: Clock
  games: number
  start: 'drawn' | number
  /** The guided first game. */
  guide?: boolean
}

export interface TableEntry {
  id: string
  code: string
  game: string
  status: Status
  seats: string[]
  open_seats: number
  your_turn: boolean
  deadline: number | null
  time: number
  /** One was asked to take a seat, and has not answered. */
  is_challenge: boolean
  /** The seats of bots. */
  bots: number[]
}

export interface Seat {
  name: string
  kind: 'open' | 'human' | 'bot'
  /** Of a bot of the house; a bot that has an account has none. */
  level: string | null
  is_you: boolean
}

export interface Result {
  scores: number[]
  ranks: number[]
  winners: number[]
  /** A clause, or `resigned` or `timed_out`. */
  reason: string
  sheet: unknown
}

export interface Proposal {
  seat: number
  wish: 'undo' | 'pause' | 'rematch'
  actions: number
  agreed: number[]
}

export interface Message {
  seat: number
  text: string
  time: number
}

export interface TableSight {
  id: string
  seq: number
  code: string
  config: TableConfig
  status: Status
  seats: Seat[]
  is_owner: boolean
  seat: number | null
  game_number: number
  start_seat: number
  commitment: string
  seed: string | null
  actor: number | null
  /** The game's own view; null before it begins. */
  view: unknown
  legal: string[]
  actions: number
  can_undo: boolean
  undo_floor: number
  /** Those who were asked to take a seat and have not answered. */
  challenged: { number: number; name: string }[]
  is_challenged: boolean
  proposal: Proposal | null
  clock: Clock
  time_left: number[]
  deadline: number | null
  result: Result | null
  totals: number[]
  chat: Message[]
}

export interface News {
  seq: number
  time: number
  kind: string
  seat: number | null
  text: string | null
  lines: { code: string; text: string }[]
  data: Record<string, unknown>
}

/** What a clause says, at one look. */
export interface RulePicture {
  caption: string
  svg: string
}

/** One action and the position after it. */
export interface ReplayStep {
  number: number
  /** A seat, or -1 for chance. */
  actor: number
  text: string
  lines: { code: string; params: Record<string, unknown>; text: string }[]
  /** Of each seat, if the game ended now. */
  points: number[]
  view: unknown
}

/** A game, position by position. */
export interface Replay {
  game: string
  options: Record<string, OptionValue>
  start_seat: number
  players: string[]
  /** With whose eyes; null for a spectator. */
  seat: number | null
  /** Whether one may look with other eyes too. */
  is_open: boolean
  steps: ReplayStep[]
  result: Result | null
}

/** Why the server refused something: a sentence in the reader's language, and the clause where one applies. */
export interface Refusal {
  code: string
  message: string
  clause: string | null
}

export type Command =
  | { do: 'join'; seat?: number }
  | { do: 'leave' }
  | { do: 'seat_bot'; seat: number; level: string }
  | { do: 'act'; text: string; expected: number; seat?: number }
  | { do: 'undo'; seat?: number }
  | { do: 'propose'; wish: Proposal['wish']; actions?: number; seat?: number }
  | { do: 'answer'; agree: boolean; seat?: number }
  | { do: 'resume'; seat?: number }
  | { do: 'resign'; seat?: number }
  | { do: 'next_game' }
  | { do: 'say'; text: string; seat?: number }

export type ServerFrame =
  | { type: 'table'; table: TableSight; news: News[] }
  | { type: 'done'; id: number; seq: number }
  | { type: 'refused'; error: Refusal; id: number | null }
  | { type: 'pong' }
