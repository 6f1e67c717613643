/** Which sounds a move of Trambahn makes. */
import type { SoundName } from '../../kit/sound'
import type { Move } from '../../kit/stage'

const SOUND_OF: Record<string, SoundName> = { P: 'passenger', S: 'card', M: 'money', T: 'tram', E: 'card' }

export function soundsOf(move: Move): SoundName[] {
  const sound = SOUND_OF[move.text?.[0] ?? '']
  return sound === undefined ? [] : [sound]
}
