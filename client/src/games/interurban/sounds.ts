/** What InterUrban's moves sound like; a finished line is told by the log, which cites its clause. */
import type { SoundName } from '../../kit/sound/sound'
import type { Move } from '../../kit/table/stage'

const FINISHED = /\(IU-5\.[12]\)/
const OVER = /\(IU-6\.1[a-d]\)/

export function soundsOf(move: Move): SoundName[] {
  if (move.seat === null) return []
  const sounds: SoundName[] = move.text?.includes('@') ? ['tile'] : []
  if (move.lines.some((line) => FINISHED.test(line))) sounds.push('line_finished')
  if (move.lines.some((line) => OVER.test(line))) sounds.push('round_end')
  return sounds
}
