/** The small sign of a game in lists, if it brings one: `pieces/Mark.svelte`. */
import type { Component } from 'svelte'

const found = import.meta.glob<Component>('./*/pieces/Mark.svelte', { eager: true, import: 'default' })

export function markOf(game: string): Component | undefined {
  return found[`./${game}/pieces/Mark.svelte`]
}
