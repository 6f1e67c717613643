/**
 * Sounds, all synthesised (strokes.ts says of what). Nothing is heard before the first click or key, because browsers
 * require that; while the page is in the background only the whistle is heard, which says that it is your turn.
 */
import { settings } from '../settings.svelte'
import { SOUNDS, type SoundName } from './strokes'
import { hiss, strike } from './synth'

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
    if (!context || !this.#volume || !settings.isLoud || (document.hidden && name !== 'whistle')) return
    if (context.state === 'suspended') void context.resume()
    this.#volume.gain.value = settings.volume * LOUDEST
    strike(context, this.#volume, this.#noise, SOUNDS[name])
  }

  #wake(): void {
    if (this.#context || !('AudioContext' in window)) return
    this.#context = new AudioContext()
    this.#volume = this.#context.createGain()
    this.#volume.connect(this.#context.destination)
    this.#noise = hiss(this.#context)
  }
}

export const sound = new Sound()
