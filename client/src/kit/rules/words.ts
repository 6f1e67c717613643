/** The words of the rule book. */
import { wording } from '../wording'

export const w = wording('book')
