/**
 * What a game brings for its table, each part loaded only when it is needed: `Table.svelte` everything below the top
 * bar, `Board.svelte` the board alone, `Standing.svelte` the points, `sounds.ts` what its moves sound like. All of them
 * are optional: a game without a table of its own keeps the plain one.
 */
import type { Component } from 'svelte'
import type { SoundName } from '../kit/sound'
import type { Move, Stage } from '../kit/stage'
import type { GameTexts } from '../kit/types'
import type { Notation } from './notation'

export interface BoardProps extends Record<string, unknown> {
  stage: Stage
  texts: GameTexts
  notation: Notation
}
export type BoardComponent = Component<BoardProps>
export type SoundsOf = (move: Move) => SoundName[]

const tables = import.meta.glob<BoardComponent>('./*/Table.svelte', { import: 'default' })
const boards = import.meta.glob<BoardComponent>('./*/Board.svelte', { import: 'default' })
const standings = import.meta.glob<BoardComponent>('./*/Standing.svelte', { import: 'default' })
const sounds = import.meta.glob<SoundsOf>('./*/sounds.ts', { import: 'soundsOf' })

export async function tableOf(game: string): Promise<BoardComponent | null> {
  return (await tables[`./${game}/Table.svelte`]?.()) ?? null
}

export async function boardOf(game: string): Promise<BoardComponent | null> {
  return (await boards[`./${game}/Board.svelte`]?.()) ?? null
}

export async function standingOf(game: string): Promise<BoardComponent | null> {
  return (await standings[`./${game}/Standing.svelte`]?.()) ?? null
}

/** What a move sounds like; a game that says nothing is heard as one tick for each move of a person. */
export async function soundsOf(game: string): Promise<SoundsOf> {
  return (await sounds[`./${game}/sounds.ts`]?.()) ?? ((move) => (move.seat === null ? [] : ['card']))
}
