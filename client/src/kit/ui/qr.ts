/**
 * QR codes (ISO/IEC 18004) for links: bytes, error correction M, versions 1 to 6, which is up to 106 bytes. No
 * version needs more here, and those above would need version information and other counters.
 */

/** Codewords for error correction in each block, number of blocks, data codewords of each; by version, from 1. */
const BLOCKS = [
  [10, 1, 16],
  [16, 1, 28],
  [26, 1, 44],
  [18, 2, 32],
  [24, 2, 43],
  [16, 4, 27],
] as const
/** Mode and length, as they are written before the bytes. */
const HEAD_BITS = 12
const FORMAT_M = 0
const FORMAT_MASK = 0x5412
const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

/** The code of a text, row by row, true where it is dark; null if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  const version = BLOCKS.findIndex(([, blocks, size]) => bytes.length * 8 + HEAD_BITS <= blocks * size * 8) + 1
  if (version === 0) return null
  const words = withCorrection(codewords(bytes, version), version)
  const candidates = MASKS.map((_, mask) => drawn(words, version, mask))
  return candidates.reduce((best, one) => (penalty(one) < penalty(best) ? one : best))
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const [, blocks, size] = BLOCKS[version - 1] as (typeof BLOCKS)[number]
  const bits = [0, 1, 0, 0, ...bitsOf(bytes.length, 8), ...[...bytes].flatMap((byte) => bitsOf(byte, 8)), 0, 0, 0, 0]
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, place) => bits.slice(place * 8, place * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0))
  for (let pad = 0xec; words.length < blocks * size; pad ^= 0xec ^ 0x11) words.push(pad)
  return words.slice(0, blocks * size)
}

const bitsOf = (value: number, count: number): number[] => Array.from({ length: count }, (_, place) => (value >> (count - 1 - place)) & 1)

/** The data and what corrects it, interleaved block by block. */
function withCorrection(data: number[], version: number): number[] {
  const [extra, blocks, size] = BLOCKS[version - 1] as (typeof BLOCKS)[number]
  const parts = Array.from({ length: blocks }, (_, block) => data.slice(block * size, (block + 1) * size))
  const corrections = parts.map((part) => correction(part, extra))
  const columns = (rows: number[][], length: number): number[] => Array.from({ length }, (_, place) => rows.map((row) => row[place] ?? 0)).flat()
  return [...columns(parts, size), ...columns(corrections, extra)]
}

/** Multiplication in the field of 256 elements of QR codes. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0)
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

/** The remainder of Reed and Solomon. */
function correction(data: number[], count: number): number[] {
  const generator = new Array<number>(count).fill(0)
  generator[count - 1] = 1
  for (let root = 1, power = 0; power < count; power++, root = times(root, 2)) {
    for (let place = 0; place < count; place++) generator[place] = times(generator[place] ?? 0, root) ^ (generator[place + 1] ?? 0)
  }
  const rest = new Array<number>(count).fill(0)
  for (const word of data) {
    const factor = word ^ (rest.shift() ?? 0)
    rest.push(0)
    generator.forEach((one, place) => (rest[place] = (rest[place] ?? 0) ^ times(one, factor)))
  }
  return rest
}

function drawn(words: number[], version: number, mask: number): boolean[][] {
  const size = 17 + 4 * version
  const rows = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null))
  const set = (row: number, column: number, isDark: boolean): void => {
    const line = rows[row]
    if (line && column >= 0 && column < size) line[column] = isDark
  }
  for (const [top, left] of [[0, 0], [0, size - 7], [size - 7, 0]] as const) {
    for (let r = -1; r <= 7; r++)
      for (let c = -1; c <= 7; c++) {
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3))
        set(top + r, left + c, ring !== 2 && ring < 4)
      }
  }
  for (let place = 8; place < size - 8; place++) {
    set(6, place, place % 2 === 0)
    set(place, 6, place % 2 === 0)
  }
  if (version > 1) {
    for (let r = -2; r <= 2; r++) for (let c = -2; c <= 2; c++) set(size - 7 + r, size - 7 + c, Math.max(Math.abs(r), Math.abs(c)) !== 1)
  }
  drawFormat(size, mask, set)
  fill(rows, words, mask)
  return rows.map((row) => row.map(Boolean))
}

function drawFormat(size: number, mask: number, set: (row: number, column: number, isDark: boolean) => void): void {
  const data = (FORMAT_M << 3) | mask
  let rest = data
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((data << 10) | rest) ^ FORMAT_MASK
  for (let place = 0; place < 15; place++) {
    const isDark = ((bits >> place) & 1) === 1
    set(place < 6 ? place : place < 8 ? place + 1 : size - 15 + place, 8, isDark)
    set(8, place < 8 ? size - 1 - place : place < 9 ? 7 : 14 - place, isDark)
  }
  set(size - 8, 8, true)
}

/** Two columns at a time, up and down, from the right; the column of the timing pattern is passed over. */
function fill(rows: (boolean | null)[][], words: number[], mask: number): void {
  const size = rows.length
  const bits = words.flatMap((word) => bitsOf(word, 8))
  const isInverted = MASKS[mask] as (typeof MASKS)[number]
  let next = 0
  for (let right = size - 1, isUp = true; right >= 1; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const row = isUp ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        const line = rows[row]
        if (!line || line[column] !== null) continue
        line[column] = (bits[next++] === 1) !== isInverted(row, column)
      }
    }
  }
}

/** How hard a code is to read: long runs, blocks of one colour, and too much of one. */
function penalty(code: boolean[][]): number {
  const size = code.length
  const at = (r: number, c: number): boolean | undefined => code[r]?.[c]
  let sum = 0
  for (let r = 0; r < size; r++) {
    let across = 0
    let down = 0
    for (let c = 0; c < size; c++) {
      across = c > 0 && at(r, c) === at(r, c - 1) ? across + 1 : 1
      down = c > 0 && at(c, r) === at(c - 1, r) ? down + 1 : 1
      for (const run of [across, down]) sum += run === 5 ? 3 : run > 5 ? 1 : 0
      if (r > 0 && c > 0 && at(r, c) === at(r - 1, c) && at(r, c) === at(r, c - 1) && at(r, c) === at(r - 1, c - 1)) sum += 3
    }
  }
  const dark = code.flat().filter(Boolean).length / (size * size)
  return sum + 10 * Math.floor(Math.abs(dark - 0.5) * 20)
}
