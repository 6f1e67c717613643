/** What InterUrban's moves sound like; a finished line is recognised by the clause that the log cites. */
import type { SoundName } from '../../kit/sound/sound'
import type { Move } from '../../kit/table/stage'

const FINISHED = /\(IU-5\.[12]\)/
const OVER = /\(IU-6\.1[a-d]\)/

export function soundsOf(move: Move): SoundName[] {
  if (move.seat === null) return []
  const sounds: SoundName[] = move.text?.includes('@') ? ['wood'] : []
  if (move.lines.some((line) => FINISHED.test(line))) sounds.push('buffers')
  if (move.lines.some((line) => OVER.test(line))) sounds.push('gong')
  return sounds
}
