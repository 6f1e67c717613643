import { describe, expect, test } from 'vitest'
import type { GameTexts } from '../kit/types'
import { notation as interurban } from './interurban/notation'
import { grouped, notationOf } from './notation'
import { notation as trambahn } from './trambahn/notation'
import { notation as transamerica } from './transamerica/notation'

const texts: GameTexts = {
  words: { B: 'blue', B7: 'blue 7', B9: 'blue 9', B10: 'blue 10', R: 'red', K: 'conductor', x3: 'steam tram ×3', s1: 'straight 1', red3: 'red station 3', west: 'west' },
  actions: { P: 'Passengers', S: 'Stops', E: 'End of the turn', track: 'Track', station: 'Stations', R: 'Rails' },
  notation: {
    ...{ end_turn: 'End the turn', row: 'row {number}', new_row: 'new row', run: 'Run {number}: {line}', special_runs: 'Special runs' },
    ...{ line: 'Line {label} ({exit}): {value}', N: 'north', E: 'east', S: 'south', W: 'west' },
    ...{ round: 'Round {number}' },
  },
  table: { place_beside: 'just {direction} of {city}' },
  guide: {},
  sheet: {},
}

describe('Trambahn', () => {
  test.each([
    ['P B7', 'blue 7', '', 'blue'],
    ['P K>R', 'conductor', 'red', 'red'],
    ['S B10>2', 'blue 10', 'row 2', 'blue'],
    ['S B7>new', 'blue 7', 'new row', 'blue'],
    ['S K>12', 'conductor', 'row 12', undefined],
    ['T x3>2', 'steam tram ×3', 'row 2', undefined],
    ['E', '', 'End the turn', undefined],
  ])('%s is %s → %s', (text, piece, target, colour) => {
    expect(trambahn.describe(text, texts, 'en')).toEqual({
      kind: text[0],
      piece,
      target,
      ...(colour ? { colour } : {}),
    })
  })

  test('its sheet has the runs and a line for special runs', () => {
    const sheet = { runs: [{ line: 'B', points: [4, 6] }], special_runs: [{ seat: 1, points: 33 }] }
    expect(trambahn.sheet(sheet, 2, texts, 'en')).toEqual([
      { label: 'Run 1: blue', colour: 'blue', points: [4, 6] },
      { label: 'Special runs', points: [0, 33] },
    ])
  })
})

describe('InterUrban', () => {
  test('track and stations', () => {
    expect(interurban.describe('s1@-2,0:EW', texts, 'en')).toEqual({ kind: 'track', piece: 'straight 1', target: '-2,0 east–west' })
    expect(interurban.describe('red3@4,0:NS', texts, 'en')).toEqual({
      kind: 'station',
      piece: 'red station 3',
      target: '4,0 north–south',
      colour: 'red',
    })
    expect(interurban.describe('redx2@5,1', texts, 'en')).toMatchObject({ kind: 'station', target: '5,1' })
  })
})

describe('TransAmerica', () => {
  test('markers and rails', () => {
    expect(transamerica.describe('M 65', texts, 'en')).toEqual({ kind: 'M', piece: '', target: 'Omaha' })
    expect(transamerica.describe('R 64-65', texts, 'en')).toEqual({ kind: 'R', piece: '', target: 'just west of Omaha – Omaha' })
  })

  test('its sheet adds up from the start', () => {
    const sheet = transamerica.sheet({ rounds: [{ losses: [0, 3] }, { losses: [2, 0] }], totals: [11, 10] }, 2, texts, 'en')
    expect(sheet.map((row) => row.points)).toEqual([[13, 13], [-0, -3], [-2, -0]])
    expect(sheet.map((row) => row.label).slice(1)).toEqual(['Round 1', 'Round 2'])
  })
})

describe('grouping', () => {
  test('keeps the order, heads kinds and gathers equal pieces', () => {
    const groups = grouped(['P B7', 'S B7>1', 'S B7>new', 'S B9>1', 'E'], trambahn, texts, 'en')
    expect(groups.map((group) => [group.title, group.count])).toEqual([
      ['Passengers', 1],
      ['Stops', 3],
      ['End of the turn', 1],
    ])
    expect(groups[1]?.pieces.map((one) => one.actions.map((action) => action.label))).toEqual([
      ['Blue 7 → row 1', 'Blue 7 → new row'],
      ['Blue 9 → row 1'],
    ])
  })

  test('works for a game that brings nothing', async () => {
    const groups = grouped(['X a b', 'Y'], await notationOf('unknown'), { words: {}, actions: {}, notation: {}, table: {}, guide: {}, sheet: {} }, 'en')
    expect(groups.map((group) => [group.kind, group.pieces[0]?.actions[0]?.label])).toEqual([
      ['X', 'A b'],
      ['Y', 'Y'],
    ])
  })
})

test.each([
  [trambahn, 'S B10>2', ['B10']],
  [trambahn, 'T x3>2', ['x3']],
  [trambahn, 'E', []],
  [interurban, 'c0@-1,4:NW', ['-1,4']],
  [interurban, 'E', []],
  [transamerica, 'M 65', ['65']],
  [transamerica, 'V 64-65', ['64', '65']],
  [transamerica, 'E', []],
])('where %s lies', (notation, text, places) => {
  expect(notation.places(text)).toEqual(places)
})
