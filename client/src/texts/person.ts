/** The words of what one may think of somebody at the table. */
import { wording } from '../kit/wording'

export const w = wording('person', import.meta.glob('./*.json', { query: '?part=person', import: 'default' }))
