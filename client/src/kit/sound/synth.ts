/** How strokes become sound, in any audio context: a real one, or an offline one in which tests measure them. */
import type { Stroke } from './strokes'

/** How long a stroke rises and ends, in ms, and the part of its level at which it begins to end. */
const RISE = 4
const RELEASE = 6
const LAST = 0.01

/** Let all strokes of a sound be heard from now on; also offline, which is how the checks listen. */
export function strike(context: BaseAudioContext, out: AudioNode, noise: AudioBuffer | null, strokes: readonly Stroke[]): void {
  for (const stroke of strokes) {
    const begin = context.currentTime + (stroke.at ?? 0) / 1000
    const end = begin + stroke.length / 1000
    const envelope = context.createGain()
    // From silence and back to it: a jump would be heard as a click.
    envelope.gain.setValueAtTime(0, begin)
    envelope.gain.linearRampToValueAtTime(stroke.gain, begin + (stroke.rise ?? RISE) / 1000)
    envelope.gain.exponentialRampToValueAtTime(stroke.gain * LAST, end - RELEASE / 1000)
    envelope.gain.linearRampToValueAtTime(0, end)
    envelope.connect(out)
    const source = stroke.wave === 'noise' ? filtered(context, noise, stroke, envelope) : tone(context, stroke, begin, end, envelope)
    source.start(begin)
    source.stop(end)
  }
}

function filtered(context: BaseAudioContext, noise: AudioBuffer | null, stroke: Stroke, out: AudioNode): AudioBufferSourceNode {
  const source = context.createBufferSource()
  source.buffer = noise
  source.loop = true
  const filter = context.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = stroke.pitch
  filter.Q.value = stroke.narrow ?? 1
  source.connect(filter).connect(out)
  return source
}

function tone(context: BaseAudioContext, stroke: Stroke, begin: number, end: number, out: AudioNode): OscillatorNode {
  const source = context.createOscillator()
  source.type = stroke.wave === 'noise' ? 'sine' : (stroke.wave ?? 'sine')
  source.frequency.setValueAtTime(stroke.pitch, begin)
  if (stroke.to !== undefined) source.frequency.exponentialRampToValueAtTime(stroke.to, end)
  source.connect(out)
  return source
}

export function hiss(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let place = 0; place < samples.length; place++) samples[place] = Math.random() * 2 - 1
  return buffer
}
