/** Which sounds a move of Trambahn makes. A run and a special run are told in a line of their own after the card's. */
import type { SoundName } from '../../kit/sound/sound'
import type { Move } from '../../kit/table/stage'

const SOUND_OF: Record<string, SoundName> = { P: 'passenger', S: 'card', M: 'money', T: 'tram', E: 'card' }

export function soundsOf(move: Move): SoundName[] {
  const kind = move.text?.[0] ?? ''
  const sound = SOUND_OF[kind]
  if (sound === undefined) return []
  if (move.lines.length < 2) return [sound]
  return kind === 'P' ? [sound, 'run'] : kind === 'S' ? [sound, 'special_run'] : [sound]
}
