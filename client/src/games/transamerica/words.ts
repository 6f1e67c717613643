/** TransAmerica's own words at the table: section `table` of its texts. */
import { gameWording } from '../../kit/wording'

export const w = gameWording('transamerica')
