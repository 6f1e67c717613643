/** The words of looking for somebody to play with. */
import { wording } from '../kit/wording'

export const w = wording('pairing', import.meta.glob('./*.json', { query: '?part=pairing', import: 'default' }))
