import { describe, expect, it } from 'vitest'
import { KeptViews } from './kept'

function kept(...numbers: number[]): KeptViews {
  const views = new KeptViews()
  for (const number of numbers) views.add(number, `after ${number}`)
  return views
}

describe('views that were seen', () => {
  it('can be shown again, as they were', () => {
    const views = kept(1, 2, 3)
    const since = views.since(1, 3)
    views.add(2, 'after another second move')
    expect([1, 2].map((number) => since?.(number))).toEqual(['after 1', 'after 2'])
    expect(views.since(0, 2)?.(1)).toBe('after 1')
  })

  it('are not made up where some are missing', () => {
    expect(kept(1, 3).since(1, 3)).toBeNull()
  })

  it('are forgotten when moves are taken back', () => {
    const views = kept(1, 2, 3)
    views.add(2, 'after another second move')
    expect(views.since(3, 4)).toBeNull()
    expect(views.since(2, 3)?.(2)).toBe('after another second move')
  })

  it('are the last eighty', () => {
    const views = kept(...Array.from({ length: 100 }, (_, place) => place + 1))
    expect(views.since(20, 100)).toBeNull()
    expect(views.since(21, 100)?.(21)).toBe('after 21')
  })
})
