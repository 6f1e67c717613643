import { expect, test } from 'vitest'
import { shownAhead, type Ahead } from '../kit/table/ahead'
import { ahead as interurban } from './interurban/ahead'
import { ahead as trambahn } from './trambahn/ahead'
import { ahead as transamerica } from './transamerica/ahead'

const player = { hand: ['B4', 'B4', 'K'], hand_size: 3, money: [{}], rows: [{ number: 1, stops: ['G1'], conductors: 0, tram: null }], next_row: 2 }
const cards = { players: [{ ...player, hand: null }, player], terminals: [[], ['R1'], [], []], offer: [2, 2, 3] }
const own = (view: unknown): typeof player => (view as typeof cards).players[1] as typeof player

test.each<[string, (view: unknown) => unknown, unknown]>([
  ['P B4', (view) => (view as typeof cards).terminals, [['B4'], ['R1'], [], []]],
  ['P K>R', (view) => (view as typeof cards).terminals, [[], ['R1', 'K'], [], []]],
  ['S B4>new', (view) => own(view).rows.map((row) => row.stops), [['G1'], ['B4']]],
  ['S K>1', (view) => own(view).rows[0]?.conductors, 1],
  ['M B4', (view) => own(view).money.length, 2],
  ['M B4', (view) => own(view).hand, ['B4', 'K']],
  ['T x2>1', (view) => [own(view).rows[0]?.tram, (view as typeof cards).offer], [2, [2, 3]]],
])('Trambahn: %s puts the piece there', (text, part, wanted) => {
  expect(part(trambahn(cards, 1, text))).toEqual(wanted)
})

test.each(['E', 'P B5', 'T x4>1'])('Trambahn: %s has no piece to show', (text) => {
  expect(trambahn(cards, 1, text)).toBeNull()
})

test('InterUrban: a tile leaves the tray for its cell, once', () => {
  const view = { tiles: [{ cell: [0, 0], edges: 'NESW', tile: '4H6', seat: null }], open: ['s1', 'c0'], players: [{ open: ['1', 'x2'], hidden: [] }] }
  const laid = interurban(view, 0, 's1@2,0:EW')
  expect(laid?.open).toEqual([null, 'c0'])
  expect(laid?.tiles.at(-1)).toEqual({ cell: [2, 0], edges: 'EW', tile: 's1', seat: null })
  expect(interurban(laid, 0, 's1@2,0:EW')).toBeNull()
  expect(interurban(laid, 0, 'redx2@3,0')?.players[0]?.open).toEqual(['1', null])
  expect(interurban(view, 0, 'E')).toBeNull()
})

test('TransAmerica: a rail and the marker, once', () => {
  const view = { rails: [], rails_left: 9, players: [{ marker: null, coloured: [], coloured_left: 3 }] }
  const begun = transamerica(view, 0, 'M 65')
  expect(begun?.players[0]?.marker).toBe(65)
  expect(transamerica(begun, 0, 'M 66')).toBeNull()
  const laid = transamerica(begun, 0, 'R 64-65')
  expect(laid?.rails).toEqual([[64, 65]])
  expect(transamerica(laid, 0, 'V 64-65')).toBeNull()
  expect(transamerica(laid, 0, 'V 65-66')?.players[0]).toMatchObject({ coloured: [[65, 66]], coloured_left: 2 })
})

test('what cannot be shown ahead leaves the rest as it is', () => {
  const add: Ahead = (view, _seat, text) => (text === 'E' ? null : `${String(view)} ${text}`)
  expect(shownAhead('v', 0, ['a', 'b'], add)).toEqual({ view: 'v a b', isUnsure: false })
  expect(shownAhead('v', 0, ['a', 'E'], add)).toEqual({ view: 'v a', isUnsure: true })
  expect(shownAhead('v', 0, ['a'], null)).toEqual({ view: 'v', isUnsure: true })
  expect(shownAhead('v', 0, [], add)).toEqual({ view: 'v', isUnsure: false })
})
