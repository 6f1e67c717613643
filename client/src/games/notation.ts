/**
 * Actions as words: a game's folder may have `notation.ts`, which takes a text of the notation apart into a kind
 * (headed by the game's texts), the piece that is used and where it goes. No rules: only how to read the text.
 */
import type { Colour } from '../kit/ui/Shape.svelte'
import type { Language } from '../kit/languages'
import type { GameTexts } from '../kit/types'
import { fill, sentenceCase, type Params } from '../kit/words'
import type { GameKeys } from '../generated/keys'

export interface Described {
  /** The kind, as in the game's texts under `actions`. */
  kind: string
  /** The piece in words; empty if the action has none. */
  piece: string
  /** Where it goes, in words; empty if that is clear. */
  target: string
  colour?: Colour
}

/** A row of the score sheet: what, and the points of each seat. */
export interface SheetRow {
  label: string
  colour?: Colour
  points: (number | null)[]
}

export interface Notation {
  describe(text: string, texts: GameTexts, language: Language): Described
  /** The places of the picture that an action is about, as the drawing names them; its target lies between them. */
  places(text: string): string[]
  /** The rows of a finished game's score sheet, without the sum. */
  sheet(sheet: unknown, seats: number, texts: GameTexts, language: Language): SheetRow[]
}

/** A word of a game's notation with its parameters. */
export function said<Game extends keyof GameKeys>(texts: GameTexts, key: GameKeys[Game]['notation'], language: Language, params: Params = {}): string {
  return fill(texts.notation[key] ?? '', params, language)
}

const plain: Notation = {
  describe(text) {
    const [kind = '', ...rest] = text.split(' ')
    return { kind, piece: rest.join(' '), target: '' }
  },
  places: () => [],
  sheet: () => [],
}

const found = import.meta.glob<Notation>('./*/notation.ts', { import: 'notation' })

export async function notationOf(game: string): Promise<Notation> {
  return (await found[`./${game}/notation.ts`]?.()) ?? plain
}

export interface ActionGroup {
  kind: string
  title: string
  pieces: { piece: string; colour: Colour | undefined; actions: Action[] }[]
  count: number
}

export interface Action {
  text: string
  label: string
  target: string
  colour: Colour | undefined
}

/** Legal actions under their headings, in the order in which the server lists them. */
export function grouped(legal: string[], notation: Notation, texts: GameTexts, language: Language): ActionGroup[] {
  const groups = new Map<string, ActionGroup>()
  for (const text of legal) {
    const { kind, piece, target, colour } = notation.describe(text, texts, language)
    const title = texts.actions[kind] ?? kind
    const group = groups.get(kind) ?? { kind, title, pieces: [], count: 0 }
    groups.set(kind, group)
    const label = sentenceCase([piece, target].filter(Boolean).join(' → ') || title, language)
    const action: Action = { text, label, target: sentenceCase(target || piece || title, language), colour }
    const same = group.pieces.find((one) => one.piece === piece)
    if (same) same.actions.push(action)
    else group.pieces.push({ piece, colour, actions: [action] })
    group.count += 1
  }
  return [...groups.values()]
}
