/** The words of tables, and of whatever shows one: replays and guided games. */
import { wording } from '../kit/wording'

export const w = wording('table', import.meta.glob('./*.json', { query: '?part=table', import: 'default' }))
