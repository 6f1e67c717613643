/** Everything that a rule book shows, in the reader's language. */
import { api } from '../net/api'
import type { Language } from '../languages'
import type { Chapter, GameEntry, RulePicture } from '../types'

export interface RuleBook {
  entry: GameEntry | undefined
  chapters: Chapter[]
  pictures: Record<string, RulePicture>
}

export async function loadBook(game: string, _language: Language): Promise<RuleBook> {
  const [games, chapters, pictures] = await Promise.all([api.games(), api.rules(game), api.pictures(game)])
  return { entry: games.find((one) => one.info.key === game), chapters, pictures }
}
