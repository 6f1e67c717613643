import { expect, test } from 'vitest'
import { qrCode } from './qr'

/** Codes that a reader of another make (ZXing) has read; a code that differs has to be read again. */
test.each([
  ['http://localhost/t/ABC234', 25, 'jw5tr a770h ek8yl ejl25 el271 a65vl jvfy7 13pc cgs5z 6w1mm as2y1 h6vr3 187s1 jsljm gszfz chpet cz5di 20wi jv9ll a6oer ekb94 ekwy3 ej5br a5auv jw8g9'],
])('the code of %s', (text, size, mark) => {
  const rows = qrCode(text)
  expect(rows?.length).toBe(size)
  expect(markOf(rows ?? [])).toBe(mark)
})

test('what is too long has no code', () => {
  expect(qrCode('x'.repeat(106))?.length).toBe(41)
  expect(qrCode('x'.repeat(107))).toBeNull()
})

const markOf = (rows: boolean[][]): string => rows.map((row) => parseInt(row.map(Number).join(''), 2).toString(36)).join(' ')
