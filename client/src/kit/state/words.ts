/** The words around the listing of a view. */
import { wording } from '../wording'

export const w = wording('state')
