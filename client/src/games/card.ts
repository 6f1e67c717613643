/** What a game brings for the lobby: a folder with `card.ts`. A game without one is listed without a picture. */
import type { Component } from 'svelte'

export interface GameCard {
  /** From left to right; games without a card come last. */
  place: number
  minutes: number
  Vignette: Component
}

const found = import.meta.glob<GameCard>('./*/card.ts', { eager: true, import: 'card' })

export function cardOf(game: string): GameCard | undefined {
  return found[`./${game}/card.ts`]
}
