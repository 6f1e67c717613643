/** Addresses and the pages they stand for. */
export type Route =
  | { page: 'lobby' }
  | { page: 'table'; code: string }
  /** A finished or running game of a table, or (without a table) a record file. */
  | { page: 'replay'; table: string | null; game: number | null }
  /** The guided first game; without a game the choice of one. */
  | { page: 'learn'; game: string }
  /** Which game to learn. */
  | { page: 'choose' }
  | { page: 'rules'; game: string }
  /** The game on one page, to be printed. */
  | { page: 'sheet'; game: string }
  | { page: 'account' }
  /** What is stored about people, and who runs the server. */
  | { page: 'privacy' }
  /** What somebody's games say of them; without a login one's own. */
  | { page: 'profile'; login: string | null }
  /** The best players of a game. */
  | { page: 'best'; game: string }
  /** A new password by a one-time link. */
  | { page: 'reset'; token: string }
  /** What the link in a letter asks for. */
  | { page: 'mail'; token: string }
  | { page: 'missing' }

export function routeOf(path: string): Route {
  const [first = '', second, third, ...more] = path.split('/').filter(Boolean)
  if (more.length > 0) return { page: 'missing' }
  if (first === '') return { page: 'lobby' }
  if (first === 't' && second && !third && /^[A-Za-z0-9]{1,12}$/.test(second)) return { page: 'table', code: second.toUpperCase() }
  if (first === 'r' && second && (!third || /^\d+$/.test(third))) {
    return { page: 'replay', table: second, game: third ? Number(third) : null }
  }
  if (third) return { page: 'missing' }
  if (first === 'replay' && !second) return { page: 'replay', table: null, game: null }
  if (first === 'learn') return second ? { page: 'learn', game: second } : { page: 'choose' }
  if (first === 'rules' && second) return { page: 'rules', game: second }
  if (first === 'sheet' && second) return { page: 'sheet', game: second }
  if (first === 'me' && !second) return { page: 'account' }
  if (first === 'privacy' && !second) return { page: 'privacy' }
  if (first === 'profile' && !second) return { page: 'profile', login: null }
  if (first === 'people' && second) return { page: 'profile', login: decodeURIComponent(second) }
  if (first === 'best' && second) return { page: 'best', game: second }
  if (first === 'mail' && second) return { page: 'mail', token: second }
  if (first === 'reset' && second) return { page: 'reset', token: second }
  return { page: 'missing' }
}
