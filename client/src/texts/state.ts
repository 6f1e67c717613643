/** The words of the listing of a view. */
import { wording } from '../kit/wording'

export const w = wording('state', import.meta.glob('./*.json', { query: '?part=state', import: 'default' }))
