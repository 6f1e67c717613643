/** What all parts of one board share. */
import type { Stage } from '../../../kit/table/stage'
import type { GameTexts } from '../../../kit/types'
import { rowLine } from '../material'
import type { Picking } from '../picking.svelte'
import type { Pieces } from '../identity.svelte'
import type { Line, Row, Side } from '../view'

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
  /** What is being scored: all rows of a line, or one row of a seat. */
  readonly scored: { line: Line } | { seat: number; row: number } | null
  /** Size of the text, 1 as designed. */
  readonly scale: number
}

/** True while a row is being scored. */
export function isScored({ scored }: BoardContext, side: Side, row: Row): boolean {
  if (scored === null) return false
  return 'line' in scored ? scored.line === rowLine(row) : scored.seat === side.seat && scored.row === row.number
}
