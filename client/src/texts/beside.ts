/** The words of what lies beside a game: chat, log and menu. */
import { wording } from '../kit/wording'

export const w = wording('beside', import.meta.glob('./*.json', { query: '?part=beside', import: 'default' }))
