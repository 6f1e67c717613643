/** The words of the plain table. */
import { wording } from '../kit/wording'

export const w = wording('plain', import.meta.glob('./*.json', { query: '?part=plain', import: 'default' }))
