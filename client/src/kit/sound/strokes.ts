/**
 * What each sound is made of: a few strokes, each a tone that may glide, or filtered noise, together shorter than 400 ms.
 * Sounds are named after what they imitate; games and pages decide when each is heard.
 */
export type SoundName =
  | 'enamel'
  | 'punch'
  | 'tram_bell'
  | 'tram_bells'
  | 'coins'
  | 'hand_bell'
  | 'wood'
  | 'lever'
  | 'buffers'
  | 'spike'
  | 'couplings'
  | 'gong'
  | 'whistle'
  | 'locked_lever'
  | 'telegraph'

export interface Stroke {
  /** When it begins and how long it fades, in ms. */
  at?: number
  length: number
  gain: number
  /** Hz; for noise the middle of what is let through. */
  pitch: number
  /** Where a tone glides to. */
  to?: number
  wave?: OscillatorType | 'noise'
  /** How long it swells, in ms; struck things do not. */
  rise?: number
  /** How narrow noise is filtered. */
  narrow?: number
}

const bell = (pitch: number, at = 0, gain = 0.3): Stroke[] => [
  { at, length: 270, gain, pitch },
  { at, length: 180, gain: gain * 0.45, pitch: pitch * 2.76 },
  { at, length: 90, gain: gain * 0.25, pitch: pitch * 5.4 },
]
const tick = (pitch: number, at = 0, gain = 0.4, length = 40): Stroke => ({ at, length, gain, pitch, wave: 'noise', narrow: 3 })

export const SOUNDS: Record<SoundName, Stroke[]> = {
  // An enamel plate is touched.
  enamel: [tick(3200, 0, 0.35), { length: 70, gain: 0.12, pitch: 2100 }],
  // A ticket punch: down and up.
  punch: [tick(1800, 0, 0.5, 30), tick(2600, 70, 0.35, 25), { length: 30, gain: 0.15, pitch: 240, wave: 'square' }],
  // A tram bell of two notes.
  tram_bell: [...bell(988), ...bell(784, 125)],
  tram_bells: [...bell(988, 0, 0.22), ...bell(988, 70, 0.22), ...bell(1175, 90, 0.18)],
  // Coins on wood.
  coins: [tick(5200, 0, 0.16), tick(6100, 45, 0.14), tick(4700, 100, 0.12), { length: 60, gain: 0.2, pitch: 170 }],
  // A hand bell and the hum of the rails.
  hand_bell: [...bell(1320, 0, 0.22), { length: 390, gain: 0.14, pitch: 92, to: 128, wave: 'triangle' }],
  // Wood on wood.
  wood: [tick(900, 0, 0.6, 45), { length: 60, gain: 0.35, pitch: 210, to: 150 }],
  // A lever falls into its notch.
  lever: [tick(1500, 0, 0.55, 30), tick(1100, 45, 0.55, 30)],
  buffers: [{ length: 260, gain: 0.55, pitch: 110, to: 52 }, tick(320, 0, 0.5, 120)],
  // A spike is driven into steel.
  spike: [tick(2600, 0, 0.35, 30), { length: 160, gain: 0.16, pitch: 1480 }, { length: 90, gain: 0.1, pitch: 2310 }],
  // Couplings close.
  couplings: [tick(700, 0, 0.5, 70), tick(1400, 90, 0.5, 60), { at: 90, length: 240, gain: 0.2, pitch: 420, to: 390, wave: 'triangle' }],
  // A station gong.
  gong: [
    { length: 300, gain: 0.26, pitch: 523 },
    { at: 110, length: 280, gain: 0.26, pitch: 659 },
    { at: 220, length: 170, gain: 0.26, pitch: 784 },
  ],
  // A distant whistle.
  whistle: [
    { length: 380, gain: 0.1, pitch: 415, wave: 'triangle', rise: 60 },
    { length: 380, gain: 0.08, pitch: 523, wave: 'triangle', rise: 60 },
  ],
  locked_lever: [{ length: 120, gain: 0.3, pitch: 130, to: 90, wave: 'triangle' }, tick(400, 0, 0.3, 50)],
  telegraph: [tick(2200, 0, 0.4, 25), tick(2200, 80, 0.4, 25)],
}
