/** What a move sounds like. Networks that meet are heard where they are seen, see Board.svelte. */
import type { SoundName } from '../../kit/sound/sound'
import type { Move } from '../../kit/table/stage'

/** An action tells one line; the end of a round adds one for each player. */
const ROUND_END = 3

export function soundsOf(move: Move): SoundName[] {
  const sounds: SoundName[] = /^[RV] /.test(move.text ?? '') ? ['spike'] : move.text?.startsWith('M ') ? ['wood'] : []
  return move.seat !== null && move.lines.length >= ROUND_END ? [...sounds, 'gong'] : sounds
}
