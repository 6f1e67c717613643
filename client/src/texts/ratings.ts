/** The words of ratings, profiles and past games. */
import { wording } from '../kit/wording'

export const w = wording('ratings', import.meta.glob('./*.json', { query: '?part=ratings', import: 'default' }))
