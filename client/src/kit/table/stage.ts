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
  /** A command is under way. */
  readonly isBusy: boolean
  readonly canUndo: boolean
  readonly mode: 'table' | 'replay' | 'guide'
  /** Also for what may be illegal: the refusal explains it. */
  act(text: string): void
  undo(): void
}

export interface StageSeat {
  name: string
  /** One letter that no other seat has. */
  letter: string
  kind: 'human' | 'bot' | 'open'
  level: string | null
  isYou: boolean
}

export interface Move {
  number: number
  /** Null: chance, such as a shuffle. */
  seat: number | null
  /** The action in the notation, as far as the observer may know it. */
  text: string | null
  /** What happened, in sentences. */
  lines: string[]
  /** The last moves together in sentences, this one included: comes with the move that completes a turn. */
  told?: { actions: number; lines: string[] } | null
}

/** What is told in one entry: a turn that is complete, or a single move of one that is not. */
export interface Passage {
  seat: number | null
  moves: readonly Move[]
  lines: string[]
}

/** The moves of a game as people tell them. */
export function passagesOf(moves: readonly Move[]): Passage[] {
  const found: Passage[] = []
  for (const move of moves) {
    const first = move.number - (move.told?.actions ?? 1) + 1
    while (found.length > 0 && (found.at(-1)?.moves[0]?.number ?? 0) >= first) found.pop()
    const together = moves.filter((one) => one.number >= first && one.number <= move.number)
    found.push({ seat: move.seat, moves: together, lines: move.told?.lines ?? move.lines })
  }
  return found
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
