/** The words of the replay page. */
import { wording } from '../../kit/wording'

export const w = wording('replay')
