/** Where replays come from: a table, or a file. */
import { api } from '../../kit/api'
import type { Source } from './types'

const CODE = /^[A-Z0-9]{6}$/i

/** A game at a table, by its code or id; null if none has begun there. */
export async function tableSource(table: string, game: number | null): Promise<Source | null> {
  const sight = CODE.test(table) ? await api.find(table) : await api.table(table)
  const number = game ?? sight.game_number
  if (number === 0) return null
  const isLast = number === sight.game_number
  const isOver = !isLast || sight.status === 'ended'
  return {
    load: (seat) => api.replay(sight.id, number, seat),
    path: `/r/${sight.code}/${number}`,
    record: isOver
      ? { href: api.recordAddress(sight.id, number), name: `${sight.config.game}-${sight.code}-${number}.json` }
      : null,
    picture: async (step, seat) => (isLast ? api.pastPicture(sight.id, step, seat) : null),
  }
}

/** A record file; what is wrong with it the server says when it is loaded. */
export function fileSource(text: string, name: string): Source {
  const record: unknown = JSON.parse(text)
  return {
    load: (seat) => api.replayFile(record, seat),
    path: null,
    record: { text, name },
    picture: async () => null,
  }
}
