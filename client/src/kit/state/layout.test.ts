import { expect, test } from 'vitest'
import { layoutOf, type Block, type Reader } from './layout'

const reader: Reader = {
  players: ['Ada', 'Ben', 'Cleo'],
  seat: 1,
  words: { coal: 'hard coal', draw_pile: 'draw pile (face down)' },
  language: 'en',
  yes: 'yes',
  no: 'no',
}
const blocks = (view: unknown): Block[] => layoutOf(view, reader).blocks

test('facts are named and written in words', () => {
  expect(blocks({ draw_pile: 12, best_good: 'coal', is_over: false, loss: -3, market: null })).toEqual([
    { kind: 'fact', name: 'Draw pile (face down)', text: '12' },
    { kind: 'fact', name: 'Best good', text: 'Hard coal' },
    { kind: 'fact', name: 'Is over', text: 'no' },
    { kind: 'fact', name: 'Loss', text: '−3' },
    { kind: 'fact', name: 'Market', text: null },
  ])
})

test('seats are players, other numbers are not', () => {
  expect(blocks({ turn: 2, start_seat: 0, round: 2, winner: null })).toEqual([
    { kind: 'fact', name: 'Turn', text: 'Cleo' },
    { kind: 'fact', name: 'Start seat', text: 'Ada' },
    { kind: 'fact', name: 'Round', text: '2' },
    { kind: 'fact', name: 'Winner', text: null },
  ])
  expect(blocks({ turn: 7 })).toEqual([{ kind: 'fact', name: 'Turn', text: '7' }])
})

test('what is said by seat is gathered for each player, the observer first', () => {
  const { players, blocks: rest } = layoutOf({ players: [{ coal: 1 }, { coal: 2 }, { coal: 3 }], hands: [null, ['coal', 'coal'], null], points: [5, 0, 2] }, reader)
  expect(players.map(({ name, isYou }) => [name, isYou])).toEqual([
    ['Ben', true],
    ['Ada', false],
    ['Cleo', false],
  ])
  expect(players[0]?.blocks).toEqual([
    { kind: 'fact', name: 'Hard coal', text: '2' },
    { kind: 'fact', name: 'Points', text: '0' },
    { kind: 'list', name: 'Hand', items: [{ text: 'Hard coal', count: 2 }] },
  ])
  expect(players[1]?.blocks).toContainEqual({ kind: 'fact', name: 'Hand', text: null })
  expect(rest).toEqual([])
})

test('a list that only happens to be as long as the table is numbered', () => {
  const { players, blocks: rest } = layoutOf({ rounds: [{ loss: 1 }, { loss: 2 }, { loss: 0 }], offer: ['coal', 'ore', 'ore'] }, reader)
  expect(players).toEqual([])
  expect(rest).toEqual([
    { kind: 'list', name: 'Offer', items: [{ text: 'Hard coal', count: 1 }, { text: 'ore', count: 2 }] },
    { kind: 'table', name: 'Rounds', columns: ['Loss'], rows: [{ place: '1', cells: ['1'] }, { place: '2', cells: ['2'] }, { place: '3', cells: ['0'] }] },
  ])
})

test('lists of objects are tables; equal neighbours share a row, missing fields are empty', () => {
  const hidden = { card: null, seen: 0 }
  expect(blocks({ pile: [hidden, hidden, { card: 'coal', at: [1, -2] }] })).toEqual([
    {
      kind: 'table',
      name: 'Pile',
      columns: ['Card', 'Seen', 'At'],
      rows: [
        { place: '1–2', cells: [null, '0', null] },
        { place: '3', cells: ['Hard coal', null, '1 −2'] },
      ],
    },
  ])
})

test('a list in a list is one item', () => {
  expect(blocks({ stops: [[1, -2], ['coal', 'ore'], []] })).toEqual([
    { kind: 'list', name: 'Stops', items: ['1 −2', 'Hard coal, ore', null].map((text) => ({ text, count: 1 })) },
  ])
})

test('objects are groups, and what lies deeper in a table is written in one line', () => {
  expect(blocks({ plan: { cost: 3 } })).toEqual([{ kind: 'group', name: 'Plan', blocks: [{ kind: 'fact', name: 'Cost', text: '3' }] }])
  expect(blocks({ ways: [{ via: { owner: 0, lines: [[1, 2], [2, 3]] } }] })).toMatchObject([{ rows: [{ cells: ['Owner: Ada, Lines: 1 2, 2 3'] }] }])
})

test('what the page says itself is left out, and any JSON is shown', () => {
  expect(blocks({ seat: 1, options: {}, rules_version: 3 })).toEqual([])
  expect(blocks(null)).toEqual([])
  expect(blocks([1, 1])).toEqual([{ kind: 'list', name: '', items: [{ text: '1', count: 2 }] }])
  expect(blocks({ empty: [], unsaid: '' })).toEqual([
    { kind: 'fact', name: 'Empty', text: null },
    { kind: 'fact', name: 'Unsaid', text: null },
  ])
})
