/**
 * What a board shows and whom it asks: a table, a replay, a guided game. The only thing a game's components know
 * of the world around them. No rules here and no drawing: only the names both sides agree on.
 */
import type { Result } from '../types'

export interface Stage {
  readonly game: string
  /** With whose eyes; null: a spectator. */
  readonly seat: number | null
  readonly seats: readonly StageSeat[]
  /** The game casts it to its own type (games/<key>/view.ts). */
  readonly view: unknown
  readonly actor: number | null
  readonly isMyTurn: boolean
  /** Empty unless it is the observer's turn. */
  readonly legal: readonly string[]
  /** The moves of this game so far, oldest first. */
  readonly moves: readonly Move[]
  /** What happened since the observer's own last action: marked as the last move, replayed on opening. */
  readonly fresh: readonly Move[]
  readonly result: Result | null
  /** Actions that are shown beside the position as if they might be played: a better turn, a hint. */
  readonly ghost?: Ghost | null
  /** A command is under way. */
  readonly isBusy: boolean
  readonly canUndo: boolean
  readonly mode: 'table' | 'replay' | 'guide'
  /** Also for what may be illegal: the refusal explains it. */
  act(text: string): void
  undo(): void
  /** What the table still shows of the past; absent or null: the present. */
  readonly interlude?: Interlude | null
  /** Show something of the past for a while, such as the end of a round, or the present again. */
  hold?(interlude: Interlude | null): void
}

/** While it lasts nobody is asked to move, and later moves are not told yet. */
export interface Interlude {
  /** Whatever is shown, in place of whose turn it is. */
  text: string
  /** How many moves led to it. */
  moves: number
}

/** Actions of a seat that are not played, in the notation. */
export interface Ghost {
  seat: number
  texts: readonly string[]
}

export interface StageSeat {
  name: string
  /** One letter that no other seat has. */
  letter: string
  kind: 'human' | 'bot' | 'open'
  level: string | null
  isYou: boolean
  /** A bot that took the seat of a person during the game. */
  standsIn?: boolean
}

export interface Move {
  number: number
  /** Null: chance, such as a shuffle. */
  seat: number | null
  /** The action in the notation, as far as the observer may know it. */
  text: string | null
  /** What happened, in sentences. */
  lines: string[]
  /** The same for programs, with the codes and parameters of the game's log. */
  events?: readonly LogEvent[]
  /** The last moves together in sentences, this one included: comes with the move that completes a turn. */
  told?: { actions: number; lines: string[] } | null
}

export interface LogEvent {
  code: string
  params: Record<string, unknown>
  text: string
}

/** What is told in one entry: a turn, in one sentence once it is complete, move by move while it goes on. */
export interface Passage {
  seat: number | null
  moves: readonly Move[]
  lines: string[]
}

/** The moves of a game as people tell them. */
export function passagesOf(moves: readonly Move[]): Passage[] {
  const found: Passage[] = []
  for (let end = moves.length; end > 0; end -= (found.at(-1) as Passage).moves.length) found.push(passageAt(moves, end))
  return found.reverse()
}

/** The turn that the move before `end` belongs to, as far as it has been played by then. */
export function passageAt(moves: readonly Move[], end: number): Passage {
  const { seat, told = null, lines } = moves[end - 1] as Move
  if (told) return { seat, moves: moves.slice(Math.max(0, end - told.actions), end), lines: told.lines }
  let start = end - 1
  const goesOn = (move: Move | undefined): boolean => seat !== null && move?.seat === seat && !move.told
  while (goesOn(moves[start - 1])) start--
  const turn = moves.slice(start, end)
  return { seat, moves: turn, lines: turn.length === 1 ? lines : turn.flatMap((move) => move.lines) }
}

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** A letter for each name: its first; on a clash its next one that is free, then any free one. */
export function lettersOf(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const own = [...name.toLocaleUpperCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    const letter = [...own, ...ALPHABET].find((one) => !taken.has(one)) ?? '?'
    taken.add(letter)
    return letter
  })
}

/** The moves after a seat's last one; for a spectator the whole turn of the last actor. */
export function freshOf(moves: readonly Move[], seat: number | null): readonly Move[] {
  if (seat !== null) return moves.slice(moves.findLastIndex((move) => move.seat === seat) + 1)
  const actor = moves.findLast((move) => move.seat !== null)?.seat ?? null
  return moves.slice(moves.findLastIndex((move) => move.seat !== null && move.seat !== actor) + 1)
}

/** The number of moves before the last round of turns: what the others did between two turns of a seat, or, for a
 * spectator, the last turn of each seat. A turn that the seat has begun but not finished does not count. */
export function lastRound(moves: readonly Move[], seat: number | null, seats: number): number {
  let at = moves.length
  const back = (isWanted: (move: Move) => boolean): void => {
    while (at > 0 && isWanted(moves[at - 1] as Move)) at--
  }
  if (seat !== null) {
    back((move) => move.seat === seat || move.seat === null)
    back((move) => move.seat !== seat)
    return at
  }
  for (let turn = 0; turn < seats; turn++) {
    back((move) => move.seat === null)
    const actor = moves[at - 1]?.seat
    back((move) => move.seat === actor)
  }
  return at
}
