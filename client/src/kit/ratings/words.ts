/** The words of ratings, profiles and past games. */
import { wording } from '../wording'

export const r = wording('ratings')
