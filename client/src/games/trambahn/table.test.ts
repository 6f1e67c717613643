import { SvelteMap } from 'svelte/reactivity'
import { describe, expect, it, vi } from 'vitest'
import { spoken } from '../../kit/game_texts.svelte'
import type { Stage } from '../../kit/table/stage'
import { fanOf, layoutOf, type Box, type Layout } from './layout'
import { marksOf } from './marks'
import { cardsOf, pointsOf, rowPoints } from './material'
import { Picking, cardAction, placeOf, tramAction, uses } from './picking.svelte'
import { follow, type Pieces, type Placed } from './identity.svelte'
import { runOf, sentenceOf } from './sentence'
import { soundsOf } from './sounds'
import type { Row, TrambahnView } from './view'

// There is no browser here whose cookies could say which language.
vi.mock('../../kit/settings.svelte', () => ({ settings: { language: 'en' } }))

const row = (number: number, stops: string, conductors = 0, tram: Row['tram'] = 2): Row => ({ number, stops: stops.split(' '), conductors, tram })
const texts = {
  words: { B: 'blue', R: 'red', G: 'green', Y: 'yellow', K: 'conductor' },
  actions: {},
  notation: {},
  guide: {}, sheet: {},
  table: {
    passenger_4: 'fourth passenger, run {run} scores {points}.',
    row_change: '{before} → {after}.',
    money_change: '{before} → {after} cards.',
  },
}
spoken.hear('trambahn', texts)

function stageOf(view: Partial<TrambahnView>, rows: Row[] = [], fresh: Stage['fresh'] = []): Stage {
  const player = { hand: ['B7', 'K'], hand_size: 2, money: Array(9).fill(null), rows, next_row: 5 }
  const whole = { options: { points_of_nine: 2 }, players: [player, { ...player, hand: null, rows }], terminals: [[], [], [], []], worth: [[12, 10], [0, 0], [0, 0], [0, 0]], runs: [], ...view }
  const seat = { kind: 'human', level: null, isYou: false } as const
  return { seat: 0, seats: [{ ...seat, name: 'Ada', letter: 'A' }, { ...seat, name: 'Bea', letter: 'B' }], view: whole, fresh } as unknown as Stage
}

describe('which card is which', () => {
  let count = 0
  const fresh = (): number => ++count
  const cards = (zone: string, names: string) => names.split(' ').map((card) => ({ zone, card }))

  it('keeps a card its number while it lies, and on its way from the hand', () => {
    const before = follow([], [...cards('hand', 'B3 B3 K'), ...cards('row-0-1', 'B1')], fresh)
    const after = follow(before, [...cards('hand', 'B3 K'), ...cards('row-0-1', 'B1 B3')], fresh)
    const moved = after.at(-1) as Placed
    expect(moved.zone).toBe('row-0-1')
    expect(before.find((one) => one.id === moved.id)?.zone).toBe('hand')
    expect(new Set(after.map((one) => one.id)).size).toBe(4)
  })

  it('never takes a card of one row for one of another', () => {
    const before = follow([], cards('row-1-1', 'B1 B2'), fresh)
    const after = follow(before, cards('row-0-1', 'B1 B2'), fresh)
    expect(after.map((one) => one.id)).not.toEqual(before.map((one) => one.id))
  })
})

describe('what is picked', () => {
  const hand: Placed[] = [{ id: 1, zone: 'hand', card: 'B7' }]
  const pieces = { at: () => hand } as unknown as Pieces
  const moment = (legal: string[], isBusy = false): Stage =>
    ({ ...stageOf({ offer: [2, 2] }, [row(1, 'G1', 0, null)]), legal, isMyTurn: true, isBusy, result: null, act: vi.fn() }) as unknown as Stage

  it.each([
    ['a tram', (picking: Picking) => picking.pickTram(2)],
    ['a card', (picking: Picking) => picking.pick(hand[0] as Placed)],
  ])('while an action is on its way is put down if it is of no use then: %s', (_, pickAgain) => {
    const now = new SvelteMap([['stage', moment(['T x2>1', 'M B7', 'E'])]])
    const picking = new Picking(() => now.get('stage') as Stage, pieces)
    picking.pickTram(2)
    expect(picking.put('row-1')).toBe(true)
    now.set('stage', moment(['T x2>1', 'M B7', 'E'], true))
    pickAgain(picking)
    expect(picking.hasPiece).toBe(true)
    now.set('stage', moment(['E']))
    expect(picking.hasPiece).toBe(false)
    expect(picking.primary).toBe('E')
  })

  it('is nothing before the player has chosen, even if only passengers can be played', () => {
    const picking = new Picking(() => moment(['P B7']), pieces)
    expect([picking.card, picking.primary]).toEqual([null, null])
  })

  it('a place that is pressed too early asks the server why, else for a card', () => {
    const stage = moment(['P B7'])
    const picking = new Picking(() => stage, pieces)
    expect(picking.press('new-B')).toBe('refused')
    expect(stage.act).toHaveBeenCalledExactlyOnceWith('S B7>new')
    expect(picking.press('terminal-B')).toBeNull() // the card could go there: it has to be chosen first
    expect(picking.press('new-R')).toBeNull() // no card of the hand belongs there
    picking.explain(4)
    expect(stage.act).toHaveBeenLastCalledWith('E')
  })
})

describe('the layout', () => {
  const inside = (box: Box, layout: Layout): boolean =>
    box.x >= 0 && box.y >= 0 && box.x + box.width <= layout.width + 0.01 && box.y + box.height <= layout.height + 0.01
  const apart = (one: Box, other: Box): boolean =>
    one.x + one.width <= other.x + 0.01 || other.x + other.width <= one.x + 0.01 || one.y + one.height <= other.y + 0.01 || other.y + other.height <= one.y + 0.01
  const many = [row(1, 'B1 B2'), row(2, 'B4'), row(3, 'B7 B8'), row(4, 'R1')]

  it.each([[390, 480, 1], [842, 560, 1], [760, 430, 1], [680, 566, 1.3], [1200, 800, 1]])('of %i × %i at %d lies side by side', (width, height, scale) => {
    const layout = layoutOf(width, height, scale, many, many)
    const rows = [...layout.other, ...layout.mine].flatMap((lane) => lane.rows.map(({ box }) => box))
    const boxes = [...layout.terminals, ...rows]
    expect(rows).toHaveLength(8)
    for (const [place, box] of boxes.entries()) {
      expect(inside(box, layout)).toBe(true)
      for (const other of boxes.slice(place + 1)) expect(apart(box, other)).toBe(true)
    }
    expect(Math.min(...layout.mine.flatMap((lane) => lane.rows.map(({ box }) => box.height)))).toBeGreaterThanOrEqual(44)
  })

  it.each([[768, 466], [746, 598]])('of %i × %i keeps the terminals where they are while rows are added', (width, height) => {
    const rows = (count: number): Row[] => Array.from({ length: count }, (_, place) => row(place + 1, 'B1'))
    const places = [0, 1, 2, 3, 4].map((count) => layoutOf(width, height, 1, rows(count), rows(count)).terminals[0]?.y)
    expect(new Set(places).size).toBe(1)
    // Where they lie closer than cards are high, the last one still ends inside its lane.
    const [lane] = layoutOf(width, height, 1, rows(4), []).other
    expect((lane?.rows.at(-1)?.box.y ?? 0) + 44).toBeLessThanOrEqual((lane?.y ?? 0) + (lane?.height ?? 0))
  })

  it('holds five rows of a line on a low desktop, where they are clicked', () => {
    const rows = Array.from({ length: 5 }, (_, place) => row(place + 1, 'B1'))
    const layout = layoutOf(720, 475, 1, rows, rows, 'clicked')
    expect(layout.height).toBeLessThanOrEqual(475)
    expect(layout.terminals[0]?.y).toBe(layoutOf(720, 475, 1, [], [], 'clicked').terminals[0]?.y)
  })

  it('shows all four terminals on a phone on its side', () => {
    expect(layoutOf(420, 260, 1, [], [row(1, 'B1')]).height).toBeLessThanOrEqual(260)
    expect(layoutOf(420, 700, 1, [], []).other[0]?.height).toBeGreaterThan(38)
  })

  it('needs less in a replay, where nothing is tapped', () => {
    const rows = [row(1, 'B1'), row(2, 'B4')]
    expect(layoutOf(620, 300, 1, rows, rows, 'looked').height).toBeLessThanOrEqual(300)
    expect(layoutOf(390, 300, 1, rows, rows, 'looked').height).toBeLessThan(layoutOf(390, 300, 1, rows, rows).height)
  })

  it('uses bands where four columns do not fit', () => {
    expect(layoutOf(390, 500, 1, [], []).kind).toBe('bands')
    expect(layoutOf(842, 500, 1, [], []).kind).toBe('matrix')
    expect(layoutOf(842, 500, 1.5, [], []).kind).toBe('bands')
    expect(layoutOf(1000, 350, 1, [], []).kind).toBe('bands')
  })

  it('keeps a fan within its width', () => {
    for (const cards of [1, 4, 8, 12]) expect(fanOf(cards, 182, 108).width).toBeLessThanOrEqual(182.01)
    expect(fanOf(3, 182, 108).height).toBe(108)
  })
})

describe('the notation of places', () => {
  it('names the action of a card on a place, and the place of an action', () => {
    for (const place of ['terminal-B', 'row-3', 'new-B', 'money'] as const) expect(placeOf(cardAction('B7', place) as string)).toBe(place)
    expect(cardAction('K', 'terminal-R')).toBe('P K>R')
    expect(cardAction('B7', 'terminal-R')).toBeNull()
    expect(tramAction(3, 'row-2')).toBe('T x3>2')
    expect(tramAction(3, 'money')).toBeNull()
  })

  it('knows which piece an action uses', () => {
    expect(uses('S B1>2', 'B1')).toBe(true)
    expect(uses('S B10>2', 'B1')).toBe(false)
  })
})

describe('what a table says', () => {
  it('adds up what is printed', () => {
    expect(['K', 'B1', 'B6', 'B7', 'B9', 'B10'].map((card) => pointsOf(card, 2))).toEqual([0, 1, 1, 2, 2, 3])
    expect(rowPoints(row(1, 'G3 G5 G8 G10'), 2)).toBe(7)
    expect(rowPoints(row(1, 'G8 G9 G10'), 3)).toBe(8)
    expect(cardsOf(row(1, 'G3', 2))).toEqual(['K', 'K', 'G3'])
  })

  it('tells before and after', () => {
    const stage = stageOf({ terminals: [['B1', 'B2', 'K'], [], [], []] }, [row(2, 'B2 B3', 0, 3)])
    expect(sentenceOf('P B7', stage, texts).tail.replaceAll('\u00a0', ' ')).toBe('fourth passenger, run 1 scores 12 : 10.')
    expect(runOf('P B7', stage)).toBe('B')
    expect(runOf('P K>R', stage)).toBeNull()
    expect(sentenceOf('S B7>2', stage, texts).tail.replaceAll('\u00a0', ' ')).toBe('2 × 3 = 6 → 4 × 3 = 12.')
    expect(sentenceOf('M B7', stage, texts).tail).toBe('9 → 10 cards.')
  })

  it('marks what the other one did', () => {
    const moves = ['P K>R', 'S B4>new', 'T x3>2', 'M ?', 'E'].map((text, number) => ({ number, seat: 1, text, lines: [] }))
    const marks = marksOf(stageOf({}, [row(1, 'B4'), row(2, 'B4')], moves))
    expect([...marks].sort()).toEqual(['money-1', 'row-1-2', 'row-1-2-B4', 'terminal-R', 'tram-1-2'])
  })

  it('rings the bell for a run', () => {
    expect(soundsOf({ number: 1, seat: 0, text: 'P B7', lines: ['one'] })).toEqual(['punch'])
    expect(soundsOf({ number: 1, seat: 0, text: 'P B7', lines: ['one', 'a run'] })).toEqual(['punch', 'tram_bell'])
    expect(soundsOf({ number: 1, seat: null, text: '!', lines: ['dealt'] })).toEqual([])
  })
})
