/** The words of the end of a game. */
import { wording } from '../kit/wording'

export const w = wording('result', import.meta.glob('./*.json', { query: '?part=result', import: 'default' }))
