/**
 * The types of what the server sends and takes, under the names that the client uses. They are generated from the
 * server's OpenAPI document (client/build.py); only what that document leaves open is narrowed here.
 */
import type { components } from '../generated/api'

type Api = components['schemas']

/** Something to send: whatever may be null may also be left out. */
type Sent<T> = T extends unknown
  ? { [K in keyof T as null extends T[K] ? never : K]: T[K] } & { [K in keyof T as null extends T[K] ? K : never]?: T[K] }
  : never

export type Theme = 'light' | 'dark'

/** What the server says of itself. */
export type About = Api['About']
export type Me = Omit<Api['Me'], 'feed'>
/** How you are told when it is your turn. */
export type Notices = Api['NoticesSight']
export type NoticesBody = Api['NoticesBody']
export type Session = Api['SessionEntry']
export type Token = Api['Token']

export type GameEntry = Api['GameEntry']
export type GameInfo = Api['GameInfo']
export type BotLevel = Api['BotEntry']
export type OptionValue = Api['stellwerk.core.setup.Option']['default']
/** The words of a game: what its pieces and kinds of action are called. */
export type GameTexts = Pick<Api['GameTexts'], 'words' | 'actions' | 'notation' | 'table' | 'guide' | 'sheet'>
export type Chapter = Api['Chapter']
export type RulePicture = Api['RulePicture']

export type Clock = Api['TableSight']['clock']
export type SeatPlan = Sent<Api['TableConfig']['seats'][number]>
export type TableConfig = Omit<Api['TableConfig'], 'seats' | 'guide' | 'rated'> & { seats: SeatPlan[]; guide?: boolean; rated?: boolean }
export type TableEntry = Api['TableEntry']
/** Somebody you played with, or have muted or blocked. */
export type Companion = Api['Companion']
export type SeatCompanion = Api['SeatCompanion']
export type Attitude = Companion['attitude']
/** How a search for somebody to play with goes. */
export type Pairing = Api['PairingSight']
export type Pace = Api['PairingBody']['pace']

/** What a seat may ask everybody for. */
export type Wish = 'undo' | 'pause' | 'rematch' | 'takeover' | 'abandon'
export type Result = Api['Result']
/** A match: points by game, totals, ranks, who gave up, who won. */
export type MatchStanding = Api['MatchStanding']
export type TableSight = Api['TableSight']
export type News = Api['News']
export type Command = Sent<Api['Do']['command']>
/** Why the server refused something: a sentence in the reader's language, and the clause where one applies. */
export type Refusal = Omit<Api['ErrorBody'], 'params'>
export type ClientFrame = Exclude<Api['ClientFrame'], { type: 'do' }> | (Omit<Api['Do'], 'command'> & { command: Command })
export type ServerFrame = Api['ServerFrame']

/** What somebody's games say of them. */
export type Profile = Api['Profile']
export type GameProfile = Api['GameProfile']
export type History = Api['History']
export type HistoryGame = Api['HistoryGame']
export type Leader = Api['Leader']
export type ShownRating = Api['ShownRating']
export type RatingStep = Api['RatingStep']
/** What a finished game changed about ratings. */
export type GameRatings = Api['GameRatings']

export type Replay = Api['Replay']
export type ReplayStep = Api['ReplayStep']

/** A review as far as it is known. */
export type Review = Api['ReviewSight']
export type ReviewProgress = Api['Progress']
export type Verdict = Api['Verdict']
export type Judgement = Verdict['judgement']
/** The positions around a decision. */
export type Scenes = Api['Scenes']
export type Way = Api['Way']
export type Trial = Api['Trial']
export type Judged = Api['Judged']
/** What a bot says about its turn. */
export type Why = Api['WhySight']
/** A hint at a practice table. */
export type Hint = Api['HintSight']
