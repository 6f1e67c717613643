/** The words of the lobby. */
import { wording } from '../kit/wording'

export const w = wording('lobby', import.meta.glob('./*.json', { query: '?part=lobby', import: 'default' }))
