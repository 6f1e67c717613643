/**
 * What a game may bring for its table. Each part is loaded when needed: `Table.svelte` is everything below the top
 * bar, `board/Board.svelte` the board alone, `panels/Standing.svelte` the points, `sounds.ts` the sounds of its moves, `ahead.ts`
 * your pieces before the server has answered.
 * All are optional: a game without a table of its own is played at the plain one.
 */
import type { Component } from 'svelte'
import { withWords } from '../kit/part'
import type { SoundName } from '../kit/sound/sound'
import type { Ahead } from '../kit/table/ahead'
import type { Move, Stage } from '../kit/table/stage'
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
const boards = import.meta.glob<BoardComponent>('./*/board/Board.svelte', { import: 'default' })
const standings = import.meta.glob<BoardComponent>('./*/panels/Standing.svelte', { import: 'default' })
const sounds = import.meta.glob<SoundsOf>('./*/sounds.ts', { import: 'soundsOf' })
const aheads = import.meta.glob<Ahead>('./*/ahead.ts', { import: 'ahead' })

/** A part of a game with its words, or null. */
async function found<Part>(load: (() => Promise<Part>) | undefined): Promise<Part | null> {
  return load ? withWords(load()) : null
}

export async function tableOf(game: string): Promise<BoardComponent | null> {
  return found(tables[`./${game}/Table.svelte`])
}

export async function boardOf(game: string): Promise<BoardComponent | null> {
  return found(boards[`./${game}/board/Board.svelte`])
}

export async function standingOf(game: string): Promise<BoardComponent | null> {
  return found(standings[`./${game}/panels/Standing.svelte`])
}

/** What a move sounds like; in a game that brings no sounds each player's move is a tick. */
export async function soundsOf(game: string): Promise<SoundsOf> {
  return (await sounds[`./${game}/sounds.ts`]?.()) ?? ((move) => (move.seat === null ? [] : ['enamel']))
}

/** Null: nothing moves before the server has answered. */
export async function aheadOf(game: string): Promise<Ahead | null> {
  return (await aheads[`./${game}/ahead.ts`]?.()) ?? null
}
