import { beforeEach, describe, expect, test } from 'vitest'
import { Lane } from './lane.svelte'
import type { Command } from '../types'

const act = (text: string): Command => ({ do: 'act', text, expected: 5 })
let sent: Command[]
let lane: Lane

beforeEach(() => {
  sent = []
  lane = new Lane((command) => sent.push(command))
})

const words = (commands: readonly Command[]): string[] => commands.map((one) => (one.do === 'act' ? `${one.text} ${one.expected}` : one.do))

describe('a lane', () => {
  test('sends one command after the other, each for the position after the last', () => {
    for (const text of ['a', 'b', 'c']) lane.add(act(text))
    expect(words(sent)).toEqual(['a 5'])
    lane.answer(sent[0] as Command, 6)
    lane.answer(sent[1] as Command, 8)
    expect(words(sent)).toEqual(['a 5', 'b 6', 'c 8'])
    expect(lane.first).toBe(sent[2])
  })

  test('keeps a command until the table that shows it is on the screen', () => {
    lane.add(act('a'))
    lane.answer(sent[0] as Command, 6)
    lane.show(5)
    expect(words(lane.commands)).toEqual(['a 5'])
    expect(lane.first).toBeNull()
    lane.show(6)
    expect(lane.commands).toEqual([])
  })

  test('gives up the moves after one that is refused, and nothing else', () => {
    lane.add(act('a'))
    lane.add(act('b'))
    lane.add({ do: 'propose', wish: 'pause', actions: 0 })
    lane.add({ do: 'undo' })
    lane.refuse(sent[0] as Command)
    expect(words(sent)).toEqual(['a 5', 'propose'])
    expect(words(lane.commands)).toEqual(['propose'])
  })

  test('takes back what was not sent yet, and only that', () => {
    lane.add(act('a'))
    expect(lane.withdraw()).toBe(false)
    lane.add(act('b'))
    expect(lane.withdraw()).toBe(true)
    lane.answer(sent[0] as Command, 6)
    expect(lane.withdraw()).toBe(false)
    expect(words(sent)).toEqual(['a 5'])
  })
})
