/** The words of reviews. */
import { wording } from '../kit/wording'

export const w = wording('review', import.meta.glob('./*.json', { query: '?part=review', import: 'default' }))
