/** The words of the dialog that opens a table. */
import { wording } from '../kit/wording'

export const w = wording('opening', import.meta.glob('./*.json', { query: '?part=opening', import: 'default' }))
