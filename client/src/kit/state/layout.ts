/**
 * Lays out any view for reading: what belongs to the players, single facts, lists of pieces, tables and groups of them.
 * A view is plain JSON and says nothing about its meaning, so a few names are agreed on (docs/add-a-game.md): a list
 * called as in `PER_SEAT` has an entry for each seat, and a number called as in `SEAT` is a seat. No drawing here.
 */
import type { Language } from '../languages'
import { sentenceCase } from '../words'

/** Lists with one entry for each seat, and what one entry is called; elsewhere the same length may be a coincidence. */
const PER_SEAT: Readonly<Record<string, string>> = {
  players: 'player',
  seats: 'seat',
  hands: 'hand',
  scores: 'score',
  totals: 'total',
  points: 'points',
}
/** Numbers that are seats: `turn` is the seat to act. */
const SEAT = /^(turn|actor|player|owner|winner|leader|dealer)$|(^|_)seat$/
/** The page shows these in its own way: whose view it is, and which rules apply. */
const KNOWN = new Set(['seat', 'options', 'rules_version'])

export interface Reader {
  /** The names of the seats. */
  players: readonly string[]
  /** With whose eyes; null: a spectator. */
  seat: number | null
  /** The game's words for names and values. */
  words: Readonly<Record<string, string>>
  language: Language
  /** How true and false are written. */
  yes: string
  no: string
}

/** A value in words; null is hidden or not there. */
export type Cell = string | null
export interface Item {
  text: Cell
  /** How often it comes in a row. */
  count: number
}
export interface Row {
  /** Its place in the list, or its places: "3" or "3–7". */
  place: string
  cells: Cell[]
}
export type Block =
  | { kind: 'fact'; name: string; text: Cell }
  | { kind: 'list'; name: string; items: Item[] }
  | { kind: 'table'; name: string; columns: string[]; rows: Row[] }
  | { kind: 'group'; name: string; blocks: Block[] }
export interface PlayerPart {
  seat: number
  name: string
  isYou: boolean
  blocks: Block[]
}
export interface Layout {
  /** The observer first; empty if nothing in the view is said by seat. */
  players: PlayerPart[]
  blocks: Block[]
}

type Json = null | boolean | number | string | Json[] | Fields
type Fields = { [name: string]: Json }

const isFields = (value: Json | undefined): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlain = (value: Json): boolean => !Array.isArray(value) && !isFields(value)

export function layoutOf(view: unknown, reader: Reader): Layout {
  const whole = view as Json
  const fields: Fields = isFields(whole) ? whole : whole === null || whole === undefined ? {} : { '': whole }
  const shown = Object.entries(fields).filter(([name]) => !KNOWN.has(name))
  const isBySeat = ([name, value]: [string, Json]): boolean =>
    name in PER_SEAT && Array.isArray(value) && value.length === reader.players.length
  return {
    players: playersOf(shown.filter(isBySeat) as [string, Json[]][], reader),
    blocks: blocksOf(shown.filter((field) => !isBySeat(field)), reader),
  }
}

/** What is said by seat, gathered for each player. */
function playersOf(lists: [string, Json[]][], reader: Reader): PlayerPart[] {
  if (lists.length === 0) return []
  const parts = reader.players.map((name, seat) => ({
    seat,
    name,
    isYou: seat === reader.seat,
    blocks: blocksOf(lists.flatMap(([list, entries]) => entriesOf(list, entries[seat] as Json)), reader),
  }))
  return parts.sort((one, other) => Number(other.isYou) - Number(one.isYou))
}

const entriesOf = (list: string, entry: Json): [string, Json][] => 
  isFields(entry) ? Object.entries(entry) : [[PER_SEAT[list] ?? list, entry]]

/** Facts come first, then lists, then what takes more room; otherwise the order of the view. */
function blocksOf(fields: [string, Json][], reader: Reader): Block[] {
  const order: Block['kind'][] = ['fact', 'list', 'table', 'group']
  const blocks = fields.map(([name, value]) => blockOf(name, value, reader))
  return blocks.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
}

function blockOf(name: string, value: Json, reader: Reader): Block {
  const title = nameOf(name, reader)
  if (isFields(value)) return { kind: 'group', name: title, blocks: blocksOf(Object.entries(value), reader) }
  if (!Array.isArray(value) || value.length === 0) return { kind: 'fact', name: title, text: cellOf(name, value, reader) }
  if (value.some(isFields)) return { kind: 'table', name: title, ...tableOf(value, reader) }
  return { kind: 'list', name: title, items: inARow(value.map((item) => cellOf(name, item, reader))).map(([text, count]) => ({ text, count })) }
}

/** A list of objects: a column for each of their fields, equal neighbours in one row. */
function tableOf(list: Json[], reader: Reader): { columns: string[]; rows: Row[] } {
  const names = [...new Set(list.flatMap((entry) => (isFields(entry) ? Object.keys(entry) : [])))]
  const cells = list.map((entry) => names.map((name) => (isFields(entry) ? cellOf(name, entry[name] ?? null, reader) : null)))
  let next = 1
  const rows = inARow(cells).map(([row, count]) => {
    const first = next
    next += count
    return { place: count === 1 ? `${first}` : `${first}–${next - 1}`, cells: row }
  })
  return { columns: names.map((name) => nameOf(name, reader)), rows }
}

/** Neighbours that are equal, once each with their number. */
function inARow<T>(values: T[]): [T, number][] {
  const found: [T, number][] = []
  for (const value of values) {
    const last = found.at(-1)
    if (last && JSON.stringify(last[0]) === JSON.stringify(value)) last[1] += 1
    else found.push([value, 1])
  }
  return found
}

/** Any value in one line. */
function cellOf(name: string, value: Json, reader: Reader): Cell {
  if (value === null) return null
  if (typeof value === 'boolean') return value ? reader.yes : reader.no
  if (typeof value === 'number') return (SEAT.test(name) && reader.players[value]) || String(value).replace('-', '−')
  if (typeof value === 'string') return value in reader.words ? nameOf(value, reader) : value || null
  const parts = Array.isArray(value)
    ? value.map((item) => cellOf(name, item, reader) ?? '–')
    : Object.entries(value).map(([part, item]) => `${nameOf(part, reader)}: ${cellOf(part, item, reader) ?? '–'}`)
  const isShort = Array.isArray(value) && value.every(isPlain) && !parts.some((part) => part.includes(' '))
  return parts.join(isShort ? ' ' : ', ') || null
}

/** What a field is called: the game's word, or its name in the code made readable. */
function nameOf(name: string, { words, language }: Reader): string {
  return sentenceCase(words[name] ?? name.replaceAll('_', ' '), language)
}
