/** InterUrban's own words at the table; what pieces are called comes from the game's texts too: section `table` of its texts. */
import { gameWording } from '../../kit/wording'

export const w = gameWording('interurban')
