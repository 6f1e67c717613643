/** The words of the guided games. */
import { wording } from '../kit/wording'

export const w = wording('learn', import.meta.glob('./*.json', { query: '?part=learn', import: 'default' }))
