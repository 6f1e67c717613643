/** The sounds of a move of Trambahn. A run or special run has a log line of its own, after the card's. */
import type { SoundName } from '../../kit/sound/sound'
import type { Move } from '../../kit/table/stage'

const SOUND_OF: Record<string, SoundName> = { P: 'punch', S: 'enamel', M: 'coins', T: 'hand_bell', E: 'enamel' }

export function soundsOf(move: Move): SoundName[] {
  const kind = move.text?.[0] ?? ''
  const sound = SOUND_OF[kind]
  if (sound === undefined) return []
  if (move.lines.length < 2) return [sound]
  return kind === 'P' ? [sound, 'tram_bell'] : kind === 'S' ? [sound, 'tram_bells'] : [sound]
}
