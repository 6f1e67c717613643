/** The words of the replay page. */
import { wording } from '../kit/wording'

export const w = wording('replay', import.meta.glob('./*.json', { query: '?part=replay', import: 'default' }))
