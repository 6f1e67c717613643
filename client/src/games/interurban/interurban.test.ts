import { expect, test } from 'vitest'
import { beside, covered, freeCornerOf } from '../../kit/ui/callout'
import { bareTracks, extent, freeCorner, path, trace } from './geometry'
import { signOf } from './lines'
import { laidBy, placementOf, textOf, turnsOf } from './placement'
import { previewOf } from './preview'
import { soundsOf } from './sounds'
import type { Laid, View } from './view'

const START: Laid[] = [
  { cell: [0, 0], edges: 'NSW', tile: '4H6', seat: null },
  { cell: [1, 0], edges: 'NES', tile: '57C', seat: null },
]
const lay = (...texts: string[]): Laid[] => [
  ...START,
  ...texts.map((text) => laidBy(placementOf(text) ?? { text, piece: '', cell: '0,0', edges: '' })),
]

test.each([
  ['N', 'S', 'M50 0V100'],
  ['E', 'W', 'M100 50H0'],
  ['S', 'W', 'M50 100A50 50 0 0 0 0 50'],
  ['W', 'S', 'M0 50A50 50 0 0 1 50 100'],
] as const)('a track from %s to %s', (from, to, drawn) => {
  expect(path(from, to)).toBe(drawn)
})

test('the value stands in a corner that the track leaves free', () => {
  expect(freeCorner('S', 'W')).toEqual([81, 19])
  expect(freeCorner('N', 'E')).toEqual([19, 81])
  expect(freeCorner('N', 'S')).toEqual([81, 81])
})

test('before anything is laid six lines end in front of their exits', () => {
  const { ways } = trace(START)
  expect(ways.map((way) => [way.end, way.heading])).toEqual([
    [[0, -1], 'S'],
    [[-1, 0], 'W'],
    [[0, 1], 'N'],
    [[1, 1], 'N'],
    [[2, 0], 'E'],
    [[1, -1], 'S'],
  ])
  expect(trace([]).ways).toEqual([])
})

test('a line follows its tiles; a crossing that only one has reached keeps a free track below', () => {
  const { tracks, ways } = trace(lay('c1@0,1:SW', 'redx2@-1,1'))
  expect(ways[2]).toEqual({ cells: [[0, 1], [-1, 1]], end: [-2, 1], heading: 'W' })
  expect(tracks.get('-1,1')).toMatchObject([{ from: 'N', to: 'S', line: null }, { from: 'E', to: 'W', line: 2 }])
})

test('on a crossing the line that came later lies above', () => {
  const { tracks } = trace(lay('c1@0,1:SW', 'redx2@-1,1', 'c0@-1,0:NE'))
  expect(tracks.get('-1,1')?.map((track) => track.line)).toEqual([2, 1])
})

test('placements are taken apart and put together', () => {
  expect(placementOf('E')).toBeNull()
  for (const text of ['s1@2,0:EW', 'red3@-4,0:EW', 'bluex2@5,-1']) {
    const placement = placementOf(text)
    expect(placement && textOf(placement.piece, placement.cell, placement.edges)).toBe(text)
  }
  expect(lay('purplex2@5,-1').at(-1)).toEqual({ cell: [5, -1], edges: 'NESW', tile: 'x2', seat: 2 })
  expect([turnsOf('c0').length, turnsOf('green4').length, turnsOf('greenx4').length]).toEqual([4, 2, 1])
  expect(bareTracks('NESW')).toHaveLength(2)
})

test('a label that occurs twice has its side', () => {
  expect(signOf('4 (N)')).toEqual({ label: '4', side: 'N' })
  expect(signOf('C')).toEqual({ label: 'C', side: '' })
})

test('the preview tells the extended line and every other one that changes', () => {
  const line = (end: [number, number]) => ({ label: '', end, heading: 'N', stations: [], finished: null }) as const
  const worth = (name: string, value: number) => ({ name, value, economic: [], points: [], missing: [] })
  const view = {
    lines: [line([0, 1]), line([5, 5]), line([6, 6])],
    worth: [worth('C', 3), worth('H', 6), worth('4', 4)],
    choices: [{ tile: 'c0', seat: null, cell: [0, 1], edges: ['SW', 'ES'], after: [{ values: [3, 6, 4], totals: [] }, { values: [4, 7, 4], totals: [] }] }],
  } as unknown as View
  expect(previewOf(view, placementOf('c0@0,1:ES'))).toMatchObject([{ name: 'C', before: 3, after: 4 }, { name: 'H', before: 6, after: 7 }])
  expect(previewOf(view, placementOf('c0@0,1:SW'))).toMatchObject([{ name: 'C', before: 3, after: 3 }])
  expect(previewOf(view, placementOf('c1@0,1:SW'))).toEqual([])
})

test('what floats covers as little as possible and stays inside', () => {
  const frame = { width: 400, height: 400 }
  const tile = { x: 350, y: 350, width: 50, height: 50 }
  expect(freeCornerOf({ width: 100, height: 40 }, [], frame).corner).toBe('bottom-right')
  expect(freeCornerOf({ width: 100, height: 40 }, [tile], frame).corner).toBe('bottom-left')
  const place = beside(tile, { width: 140, height: 80 }, [{ x: 200, y: 350, width: 150, height: 50 }], frame)
  expect(covered(place, [tile])).toBe(0)
  expect(place.x + place.width).toBeLessThanOrEqual(frame.width)
  expect(place.y + place.height).toBeLessThanOrEqual(frame.height)
})

test('finished lines and the end are heard', () => {
  const move = (text: string, ...lines: string[]) => ({ number: 1, seat: 0, text, lines })
  expect(soundsOf(move('s1@2,0:EW', 'x'))).toEqual(['wood'])
  expect(soundsOf(move('s1@2,0:EW', 'done (IU-5.2).', 'over (IU-6.1a).'))).toEqual(['wood', 'buffers', 'gong'])
  expect(soundsOf({ ...move('!'), seat: null })).toEqual([])
})

test('the extent of some cells', () => {
  expect(extent([[0, 0], [-3, 2], [4, -1]])).toEqual({ west: -3, east: 4, south: -1, north: 2 })
})
