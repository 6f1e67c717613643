/**
 * Sounds, all synthesised (strokes.ts says of what). Nothing is heard before the first click or key, because browsers
 * require that, and nothing while the page is in the background.
 */
import { settings } from '../settings.svelte'
import { SOUNDS, type SoundName, type Stroke } from './strokes'

export type { SoundName } from './strokes'

const LOUDEST = 0.6

class Sound {
  #context: AudioContext | null = null
  #volume: GainNode | null = null
  #noise: AudioBuffer | null = null

  constructor() {
    for (const first of ['pointerdown', 'keydown']) addEventListener(first, () => this.#wake(), { once: true, capture: true })
  }

  play(name: SoundName): void {
    const context = this.#context
    if (!context || !this.#volume || !settings.isLoud || document.hidden) return
    if (context.state === 'suspended') void context.resume()
    this.#volume.gain.value = settings.volume * LOUDEST
    for (const stroke of SOUNDS[name]) this.#strike(context, this.#volume, stroke)
  }

  #wake(): void {
    if (this.#context || !('AudioContext' in window)) return
    this.#context = new AudioContext()
    this.#volume = this.#context.createGain()
    this.#volume.connect(this.#context.destination)
    this.#noise = hiss(this.#context)
  }

  #strike(context: AudioContext, out: AudioNode, stroke: Stroke): void {
    const begin = context.currentTime + (stroke.at ?? 0) / 1000
    const end = begin + stroke.length / 1000
    const envelope = context.createGain()
    envelope.gain.setValueAtTime(0.0001, begin)
    envelope.gain.exponentialRampToValueAtTime(stroke.gain, begin + 0.004)
    envelope.gain.exponentialRampToValueAtTime(0.0001, end)
    envelope.connect(out)
    const source = stroke.wave === 'noise' ? this.#filtered(context, stroke, envelope) : tone(context, stroke, begin, end, envelope)
    source.start(begin)
    source.stop(end)
  }

  #filtered(context: AudioContext, stroke: Stroke, out: AudioNode): AudioBufferSourceNode {
    const source = context.createBufferSource()
    source.buffer = this.#noise
    source.loop = true
    const filter = context.createBiquadFilter()
    filter.type = 'bandpass'
    filter.frequency.value = stroke.pitch
    filter.Q.value = stroke.narrow ?? 1
    source.connect(filter).connect(out)
    return source
  }
}

function tone(context: AudioContext, stroke: Stroke, begin: number, end: number, out: AudioNode): OscillatorNode {
  const source = context.createOscillator()
  source.type = stroke.wave === 'noise' ? 'sine' : (stroke.wave ?? 'sine')
  source.frequency.setValueAtTime(stroke.pitch, begin)
  if (stroke.to !== undefined) source.frequency.exponentialRampToValueAtTime(stroke.to, end)
  source.connect(out)
  return source
}

function hiss(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let place = 0; place < samples.length; place++) samples[place] = Math.random() * 2 - 1
  return buffer
}

export const sound = new Sound()
