/** The words of the settings. */
import { wording } from '../kit/wording'

export const w = wording('settings', import.meta.glob('./*.json', { query: '?part=settings', import: 'default' }))
