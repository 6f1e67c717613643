import { beforeAll, expect, test, vi } from 'vitest'
import { loadWords } from '../languages'
import type { News } from '../types'
import { Story } from './story.svelte'

vi.mock('../settings.svelte', () => ({ settings: { language: 'en' } }))
beforeAll(() => loadWords('en'))

let seq = 0
const line = (text: string): News['lines'][number] => ({ code: 'x', params: {}, text })
const news = (more: Partial<News>): News => ({ seq: ++seq, time: 0, kind: 'acted', seat: 0, text: 'x', lines: [], data: {}, told: null, ...more })
const acts = (seat: number | null, text: string): News => news({ seat, lines: [line(text)] })
const ends = (seat: number, text: string, actions: number, told: string): News => news({ seat, lines: [line(text)], told: { actions, lines: [line(told)] } })
const texts = (story: Story): string[][] => story.log.map((entry) => entry.texts)

test('a turn is one entry of the log from its first action to its last', () => {
  const story = new Story(() => 'Ada')
  story.add([acts(null, 'Cards are dealt.'), acts(0, 'Ada plays a 3.')])
  expect(texts(story)).toEqual([['Cards are dealt.'], ['Ada plays a 3.']])
  story.add([acts(0, 'Ada plays a 4.')])
  expect(texts(story)).toEqual([['Cards are dealt.'], ['Ada plays a 3.', 'Ada plays a 4.']])
  story.add([ends(0, 'Ada draws.', 3, 'Ada plays a 3 and a 4 and draws.'), acts(1, 'Bo plays a 5.')])
  expect(texts(story)).toEqual([['Cards are dealt.'], ['Ada plays a 3 and a 4 and draws.'], ['Bo plays a 5.']])
  expect(story.log.map(({ moves }) => moves.length)).toEqual([1, 3, 1])
})

test('what somebody says meanwhile divides no turn', () => {
  const story = new Story(() => 'Ada')
  story.add([acts(0, 'Ada plays a 3.'), news({ kind: 'chatted', text: 'Hello' }), acts(0, 'Ada plays a 4.')])
  expect(story.log.map(({ kind }) => kind)).toEqual(['chatted', 'acted'])
  expect(story.log.at(-1)?.texts).toEqual(['Ada plays a 3.', 'Ada plays a 4.'])
})

test('what was taken back is told no more once the turn goes on', () => {
  const story = new Story(() => 'Ada')
  story.add([acts(0, 'Ada plays a 3.'), acts(0, 'Ada plays a 4.'), news({ kind: 'undone', data: { actions: 1 } }), acts(0, 'Ada plays a 5.')])
  expect(story.log.at(-1)?.texts).toEqual(['Ada plays a 3.', 'Ada plays a 5.'])
  expect(texts(story).flat()).not.toContain('Ada plays a 4.')
})
