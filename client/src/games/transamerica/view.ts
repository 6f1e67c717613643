/** What the server tells an observer of TransAmerica: the fields of the game's view, as far as they are drawn. */
export type Pair = [number, number]

/** What is going on, by number. */
export const STEP = { deal: 0, marker: 1, firstRail: 2, secondRail: 3, over: 4 } as const

export interface Player {
  score: number
  /** Null if they are hidden; empty before the deal. */
  cities: number[] | null
  marker: number | null
  coloured: Pair[]
  coloured_left: number
}

export interface Plan {
  connected: number[]
  network: number[]
  /** Of every own city: what the way to it costs; empty before the marker stands. */
  distances: number[]
  remaining: number | null
  missing: Pair[]
  candidates: { line: Pair; cost: number; remaining: number }[]
  /** Before the marker stands: what the cities would cost from every crossing. */
  starts: number[]
}

export interface FinishedRound {
  cities: number[][]
  markers: number[]
  rails: Pair[]
  coloured: Pair[][]
  missing: Pair[][]
  losses: number[]
  reason: string
}

export interface View {
  seat: number | null
  options: { vexation: boolean; rounds: 'barrier' | number; announce: boolean }
  round_starter: number
  turn: number
  step: number
  players: Player[]
  rails: Pair[]
  rails_left: number
  turns: Pair[][]
  /** Seats that are connected in the middle of a turn; empty unless the group plays with TA-V.3. */
  announced: number[]
  /** A player with this many points or fewer has passed it. */
  barrier: number | null
  rounds: { losses: number[]; reason: string }[]
  last_round: FinishedRound | null
  plan: Plan | null
}
