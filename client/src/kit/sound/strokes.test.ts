import { expect, test } from 'vitest'
import { SOUNDS } from './strokes'

test.each(Object.entries(SOUNDS))('%s is short and not louder than the others', (_, strokes) => {
  expect(strokes.length).toBeGreaterThan(0)
  for (const { at = 0, length, gain, pitch } of strokes) {
    expect(at + length).toBeLessThanOrEqual(400)
    expect(gain).toBeLessThanOrEqual(0.6)
    expect(pitch).toBeGreaterThan(20)
  }
})
