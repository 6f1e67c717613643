/** Where replays come from: a table, or a file. */
import { api } from '../../kit/net/api'
import type { Replay, ReviewProgress, TableSight, Why } from '../../kit/types'

/** Where a replay comes from, and what else can be had there. */
export interface Source {
  load(seat: number | null): Promise<Replay>
  /** Whose view is shown at first; null for a spectator's. */
  seat: number | null
  /** The address that shows it, without the step; null for a file. */
  path: string | null
  /** The record: an address or the text of a file; null as long as the game goes on. */
  record: { href: string; name: string } | { text: string; name: string } | null
  /** The game's number in its match, from 1, and the way to the others; null for a single game. */
  match: { game: number; choose(game: number): string | Source; record: { href: string; name: string } | null } | null
  /** Asks for its review; null as long as the game goes on. */
  review: (() => Promise<ReviewProgress>) | null
  /** Why a bot played the turn with an action, by its number; null where nobody can be asked. */
  why: ((step: number) => Promise<Why>) | null
  /** Whether a bot sits at each seat. */
  bots: readonly boolean[]
  /** A position drawn by the server, for a game that `is_drawn`; null where only its words can be had. */
  picture(step: number, seat: number | null): Promise<string | null>
}

const MATCH = 'stellwerk-match/1'
const CODE = /^[A-Z0-9]{6}$/i

/** A game at a table, by its code or id; null if none has begun there. */
export async function tableSource(table: string, game: number | null): Promise<Source | null> {
  const sight = CODE.test(table) ? await api.find(table) : await api.table(table)
  const number = game ?? sight.game_number
  if (number === 0) return null
  const own = sight.seats.flatMap((seat, place) => (seat.is_you ? [place] : []))
  const isLast = number === sight.game_number
  const isOver = !isLast || sight.status === 'ended'
  return {
    load: (seat) => api.replay(sight.id, number, seat),
    seat: own.length === 1 ? (own[0] as number) : null,
    path: `/r/${sight.code}/${number}`,
    record: isOver
      ? { href: api.recordAddress(sight.id, number), name: `${sight.config.game}-${sight.code}-${number}.json` }
      : null,
    match: matchOf(sight, number),
    review: isOver ? () => api.review(sight.id, number) : null,
    why: (step) => api.why(sight.id, number, step),
    bots: sight.seats.map((seat) => seat.level !== null),
    picture: async (step, seat) => (isLast ? api.pastPicture(sight.id, step, seat) : null),
  }
}

/** The match of a game at a table: its other games have addresses. */
function matchOf(sight: TableSight, number: number): Source['match'] {
  const games = sight.config.games
  if (games === 1) return null
  const match = Math.ceil(number / games)
  return {
    game: number - (match - 1) * games,
    choose: (game) => `/r/${sight.code}/${(match - 1) * games + game}`,
    record: { href: api.matchAddress(sight.id, match), name: `${sight.config.game}-${sight.code}-match-${match}.json` },
  }
}

const isMatch = (file: unknown): boolean => typeof file === 'object' && file !== null && (file as { format?: unknown }).format === MATCH

/** The file of a record, or of a match, whose games are shown one at a time; what is wrong with it the server says when it is loaded. */
export function fileSource(text: string, name: string, game = 1): Source {
  const file: unknown = JSON.parse(text)
  const ofMatch = isMatch(file)
  return {
    load: (seat) => (ofMatch ? api.replayMatchFile(file, game, seat) : api.replayFile(file, seat)),
    seat: null,
    path: null,
    record: { text, name },
    review: () => (ofMatch ? api.reviewMatchFile(file, game) : api.reviewFile(file)),
    match: ofMatch ? { game, choose: (other) => fileSource(text, name, other), record: null } : null,
    why: null,
    bots: [],
    picture: async () => null,
  }
}
