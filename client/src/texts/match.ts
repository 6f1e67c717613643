/** The words of matches of several games. */
import { wording } from '../kit/wording'

export const w = wording('match', import.meta.glob('./*.json', { query: '?part=match', import: 'default' }))
