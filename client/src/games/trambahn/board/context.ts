/** What all parts of one board share. */
import type { Stage } from '../../../kit/table/stage'
import type { GameTexts } from '../../../kit/types'
import type { Picking } from '../picking.svelte'
import type { Pieces } from '../identity.svelte'
import type { Side } from '../view'

export interface BoardContext {
  readonly stage: Stage
  readonly texts: GameTexts
  readonly pieces: Pieces
  /** Absent where nobody plays: a replay. */
  readonly picking: Picking | undefined
  readonly mine: Side
  readonly other: Side
  /** Places that are marked: the last turn, or a line of the log that is pointed at. */
  readonly marks: ReadonlySet<string>
  /** Size of the text, 1 as designed. */
  readonly scale: number
}
