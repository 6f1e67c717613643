/** The words of a table that waits for its players. */
import { wording } from '../kit/wording'

export const w = wording('waiting', import.meta.glob('./*.json', { query: '?part=waiting', import: 'default' }))
