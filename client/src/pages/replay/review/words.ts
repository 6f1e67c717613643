/** The words of reviews. */
import { wording } from '../../../kit/wording'

export const w = wording('review')
