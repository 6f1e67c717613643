/** The server's REST interface: typed calls, refusals as errors with a sentence to show. */
import { spoken } from '../game_texts.svelte'
import { t } from '../i18n'
import { settings } from '../settings.svelte'
import type { About, Attitude, Chapter, Command, Companion, GameEntry, GameRatings, GameTexts, Hint, History, Judged, Leader, Me, Notices, NoticesBody, Pace, Pairing, Profile, Refusal, Replay, Review, ReviewProgress, RulePicture, Scenes, SeatCompanion, Session, TableConfig, TableEntry, TableSight, Token, Trial, Why } from '../types'

export class ApiError extends Error {
  readonly status: number
  readonly refusal: Refusal

  constructor(status: number, refusal: Refusal) {
    super(refusal.message)
    this.status = status
    this.refusal = refusal
  }
}

/** How far the server's clock is ahead of ours, in seconds. */
export const clock = { ahead: 0, now: (): number => Date.now() / 1000 + clock.ahead }

async function call<T>(method: string, path: string, body?: unknown, keepalive = false): Promise<T> {
  const response = await reach(method === 'GET' ? inLanguage(path) : path, {
    method,
    headers: {
      // A page loads answers ahead by their address, and browsers complain if it is then used by another method.
      ...(method === 'GET' ? {} : { 'accept-language': settings.language }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    keepalive,
  })
  if (!response.ok) throw new ApiError(response.status, await refusalOf(response))
  return (await response.json()) as T
}

const inLanguage = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}lang=${settings.language}`

async function reach(path: string, request: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, request)
    noteClock(response)
    return response
  } catch {
    throw new ApiError(0, { code: 'offline', message: t('server_unreachable'), clause: null })
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    return (await response.json()) as Refusal
  } catch {
    return { code: 'broken', message: t('server_broken', { status: response.status }), clause: null }
  }
}

function noteClock(response: Response): void {
  const date = Date.parse(response.headers.get('date') ?? '')
  // The header has whole seconds, so small differences say nothing.
  const ahead = (date - Date.now()) / 1000
  if (Math.abs(ahead) > 2) clock.ahead = ahead
}

/** Rules and words do not change while a page is open. */
const kept = new Map<string, Promise<unknown>>()
function keep<T>(path: string): Promise<T> {
  const key = `${settings.language} ${path}`
  let answer = kept.get(key) as Promise<T> | undefined
  if (!answer) {
    answer = call<T>('GET', path)
    answer.catch(() => kept.delete(key))
    kept.set(key, answer)
  }
  return answer
}

/** Whose view of a past game to load: a seat's, or a spectator's. */
const eyes = (seat: number | null): string => (seat === null ? '' : `?seat=${seat}`)

/** What is asked for, without what is left open. */
function asked(wishes: Record<string, string | null>): string {
  return String(new URLSearchParams(Object.entries(wishes).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))))
}

async function drawn(path: string): Promise<string> {
  const response = await reach(path, {})
  if (!response.ok) throw new ApiError(response.status, await refusalOf(response))
  return response.text()
}

export const api = {
  about: () => call<About>('GET', '/api/about'),
  me: () => call<Me>('GET', '/api/me'),
  setName: (name: string) => call<Me>('PUT', '/api/me', { name }),
  register: (login: string, password: string) => call<Me>('POST', '/api/me/account', { login, password }),
  logIn: (login: string, password: string) => call<Me>('POST', '/api/me/login', { login, password }),
  changePassword: (present: string, wanted: string) => call<Me>('PUT', '/api/me/password', { present, wanted }),
  /** By what a one-time link ends with. */
  resetPassword: (token: string, wanted: string) => call<Me>('POST', '/api/me/reset', { token, wanted }),
  /** For good. */
  leaveForGood: (password: string) => call<Me>('DELETE', '/api/me', { password }),
  forgot: (login: string) => call<Me>('POST', '/api/me/forgot', { login }),
  notices: () => call<Notices>('GET', '/api/me/notices'),
  setNotices: (wishes: NoticesBody) => call<Notices>('PUT', '/api/me/notices', wishes),
  addBrowser: (browser: { endpoint: string; p256dh: string; auth: string }) => call<Notices>('POST', '/api/me/browsers', browser),
  dropBrowsers: () => call<Notices>('DELETE', '/api/me/browsers'),
  setEmail: (address: string) => call<Notices>('PUT', '/api/me/email', { address }),
  takeVacation: (days: number) => call<Notices>('PUT', '/api/me/vacation', { days }),
  newFeed: () => call<{ feed: string }>('POST', '/api/me/feed'),
  /** By what the link in a letter ends with. */
  followMail: (token: string) => call<{ done: 'confirmed' | 'stopped' }>('POST', '/api/mail', { token }),
  logOut: () => call<Me>('POST', '/api/me/logout'),
  sessions: () => call<Session[]>('GET', '/api/me/sessions'),
  endSession: (id: string) => call<Session[]>('DELETE', `/api/me/sessions/${id}`),
  /** For good. */
  becomeBot: () => call<Me>('POST', '/api/me/bot'),
  /** A token for a bot; the server shows it only once. */
  newToken: (name: string) => call<Token>('POST', '/api/me/tokens', { name }),
  /** One's own, or that of an account that shows it. */
  profile: (login: string | null) => call<Profile>('GET', login === null ? '/api/me/profile' : `/api/people/${encodeURIComponent(login)}`),
  setProfile: (isPublic: boolean) => call<Profile>('PUT', '/api/me/profile', { is_public: isPublic }),
  /** A page of past games: of one game or all, before what the last page said. */
  history: (login: string | null, game: string | null, before: string | null) =>
    call<History>('GET', `${login === null ? '/api/me/games' : `/api/people/${encodeURIComponent(login)}/games`}?${asked({ game, before })}`),
  leaders: (game: string) => call<Leader[]>('GET', `/api/games/${encodeURIComponent(game)}/leaders`),
  gameRatings: (table: string, number: number) => call<GameRatings>('GET', `/api/tables/${table}/games/${number}/ratings`),
  games: () => keep<GameEntry[]>('/api/games'),
  game: async (key: string) => (await api.games()).find((game) => game.info.key === key),
  rules: (game: string) => keep<Chapter[]>(`/api/games/${game}/rules`),
  texts: (game: string) => keep<GameTexts>(`/api/games/${game}/texts`).then((texts) => spoken.hear(game, texts)),
  openTables: () => call<TableEntry[]>('GET', '/api/tables'),
  myTables: () => call<TableEntry[]>('GET', '/api/me/tables'),
  openTable: (config: TableConfig) => call<TableSight>('POST', '/api/tables', config),
  find: (code: string) => call<TableSight>('GET', `/api/codes/${encodeURIComponent(code)}`),
  command: (table: string, command: Command) => call<TableSight>('POST', `/api/tables/${table}/commands`, command),
  /** An account, or somebody you played with. */
  challenge: (table: string, whom: { login: string } | { handle: string }) => call<TableSight>('POST', `/api/tables/${table}/challenges`, whom),
  people: () => call<Companion[]>('GET', '/api/me/people'),
  peopleAt: (table: string) => call<SeatCompanion[]>('GET', `/api/tables/${table}/people`),
  setAttitude: (handle: string, attitude: Attitude) => call<Companion[]>('PUT', `/api/me/people/${handle}`, { attitude }),
  report: (table: string, seat: number, text: string) => call<unknown>('POST', `/api/tables/${table}/reports`, { seat, text }),
  seek: (wish: { game: string; pace: Pace; near: boolean; rated: boolean }) => call<Pairing>('PUT', '/api/me/pairing', wish),
  /** Also while the page is being closed. */
  stopSeeking: () => call<Pairing>('DELETE', '/api/me/pairing', undefined, true),
  withdraw: (table: string, number: number) => call<TableSight>('DELETE', `/api/tables/${table}/challenges/${number}`),
  hint: (table: string, depth: number) => call<Hint>('POST', `/api/tables/${table}/hint`, { depth }),
  decline: (table: string) => call<TableSight>('POST', `/api/challenges/${table}/decline`),
  recordAddress: (table: string, number: number) => `/api/tables/${table}/games/${number}/record`,
  matchAddress: (table: string, number: number) => `/api/tables/${table}/matches/${number}`,

  table: (id: string) => call<TableSight>('GET', `/api/tables/${encodeURIComponent(id)}`),
  pictures: (game: string) => keep<Record<string, RulePicture>>(`/api/games/${game}/pictures`),
  replay: (table: string, number: number, seat: number | null) => call<Replay>('GET', `/api/tables/${table}/games/${number}/replay${eyes(seat)}`),
  replayMatchFile: (match: unknown, number: number, seat: number | null) => call<Replay>('POST', `/api/replay/match/${number}${eyes(seat)}`, match),
  replayFile: (record: unknown, seat: number | null) => call<Replay>('POST', `/api/replay${eyes(seat)}`, record),

  why: (table: string, number: number, step: number) => call<Why>('POST', `/api/tables/${table}/games/${number}/why`, { step }),
  review: (table: string, number: number) => call<ReviewProgress>('POST', `/api/tables/${table}/games/${number}/review`),
  reviewFile: (record: unknown) => call<ReviewProgress>('POST', '/api/reviews', record),
  reviewMatchFile: (match: unknown, number: number) => call<ReviewProgress>('POST', `/api/reviews/match/${number}`, match),
  reviewed: (review: string) => call<Review>('GET', `/api/reviews/${review}`),
  reviewedRecord: (review: string) => call<unknown>('GET', `/api/reviews/${encodeURIComponent(review)}/record`),
  stopReview: (review: string) => call<ReviewProgress>('DELETE', `/api/reviews/${review}`),
  scenes: (review: string, turn: number, seat: number | null) => call<Scenes>('GET', `/api/reviews/${review}/decisions/${turn}${eyes(seat)}`),
  trial: (review: string, turn: number, actions: readonly string[]) => call<Trial>('POST', `/api/reviews/${review}/decisions/${turn}/trial`, { actions }),
  judge: (review: string, turn: number, actions: readonly string[]) => call<Judged>('POST', `/api/reviews/${review}/decisions/${turn}/judgement`, { actions }),

  /** The table as the asker sees it, drawn; only for a game that `is_drawn`. */
  picture: (table: string) => drawn(`/api/tables/${table}/picture?lang=${settings.language}`),
  /** A position of the table's last game, drawn. */
  pastPicture: (table: string, step: number, seat: number | null) =>
    drawn(`/api/tables/${table}/pictures/${step}${eyes(seat)}${seat === null ? '?' : '&'}lang=${settings.language}`),
}
