/** The words of the rule book. */
import { wording } from '../kit/wording'

export const w = wording('book', import.meta.glob('./*.json', { query: '?part=book', import: 'default' }))
