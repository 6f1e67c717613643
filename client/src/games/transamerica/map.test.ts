import { describe, expect, test } from 'vitest'
import { Camera } from './camera'
import { ALL_LINES, at, bandOf, CITIES, distance, isDouble, MAST, middle, pathOf, placeOf, PLACES, sideOf, UNIT } from './geometry'
import { soundsOf } from './sounds'

describe('the map', () => {
  test('is the board: 188 crossings, 509 lines, 35 cities', () => {
    expect([PLACES.length, ALL_LINES.length, CITIES.length]).toEqual([188, 509, 35])
    expect(ALL_LINES.filter(isDouble).length).toBeGreaterThan(80)
  })

  test('every line is as long as any other', () => {
    for (const [a, b] of ALL_LINES) expect(Math.hypot(at(a).x - at(b).x, at(a).y - at(b).y)).toBeCloseTo(UNIT, 0)
  })

  test('no name lies outside', () => {
    for (const city of CITIES) {
      const x = at(city.crossing).x + city.dx
      const left = city.anchor === 'start' ? x : city.anchor === 'end' ? x - city.width : x - city.width / 2
      expect(left, city.name).toBeGreaterThan(15)
      expect(left + city.width, city.name).toBeLessThan(1060)
    }
  })

  test.each([1, 1.3, 1.7])('no name touches another or a sign where it is drawn %d times as large', (size) => {
    const boxes = CITIES.map((city) => {
      const { x, y } = at(city.crossing)
      const width = city.width * size
      const held = x + city.dx * size
      const left = { start: held, middle: held - width / 2, end: held - width }[city.anchor]
      return { x, y, left, right: left + width, top: y + (city.dy - 7) * size, bottom: y + (city.dy + 7) * size }
    })
    const air = 9 * size
    for (const one of boxes)
      for (const other of boxes.filter((box) => box !== one)) {
        const isOnSign = one.left - air < other.x && other.x < one.right + air && one.top - air < other.y && other.y < one.bottom + air
        const isOnName = one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
        expect([isOnSign, isOnName]).toEqual([false, false])
      }
  })

  test('no marker covers the middle of a name, wherever it stands', () => {
    const sides = PLACES.map((place) => sideOf(place, 1))
    expect(sides.filter((side) => side.y !== -1).length).toBeGreaterThan(10)
    for (const city of CITIES) {
      const shift = { start: city.width / 2, middle: 0, end: -city.width / 2 }[city.anchor]
      const name = { x: at(city.crossing).x + city.dx + shift, y: at(city.crossing).y + city.dy }
      for (const [number, { x, y }] of PLACES.entries()) {
        const { x: across, y: down } = sides[number] as { x: number; y: number }
        expect(Math.hypot(x + across * MAST - name.x, y + down * MAST - name.y), city.name).toBeGreaterThan(13)
      }
    }
  })

  test('a line as a path, and as a band that has a width', () => {
    expect(pathOf([0, 1])).toBe(`M${at(0).x.toFixed(1)} ${at(0).y.toFixed(1)}L${at(1).x.toFixed(1)} ${at(1).y.toFixed(1)}`)
    const heights = [...bandOf([0, 1], 10, 0.2, 0.8).matchAll(/ (-?[\d.]+)/g)].map((found) => Number(found[1]))
    expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(20)
  })

  test('the nearest point of a line may be its end', () => {
    expect(distance(middle([0, 1]), [0, 1])).toBeCloseTo(0)
    expect(distance({ x: at(0).x - 30, y: at(0).y }, [0, 1])).toBeCloseTo(30)
  })

  test.each([
    ['M 65', 65, null],
    ['R 64-65', null, [64, 65]],
    ['V 64-65', null, [64, 65]],
    ['E', null, null],
    [null, null, null],
  ])('where %s lies', (text, crossing, line) => {
    expect(placeOf(text)).toEqual({ crossing, line })
  })
})

describe('the camera', () => {
  const limits = { width: 1000, height: 600, frameWidth: 1000, frameHeight: 800 }
  function camera(): Camera {
    const style = {} as CSSStyleDeclaration
    globalThis.requestAnimationFrame ??= () => 1
    globalThis.window ??= { setTimeout: () => 0 } as never
    return new Camera({ style } as HTMLElement, () => limits, () => {}, () => {})
  }

  test('enlarges about a point that stays where it is', () => {
    const one = camera()
    one.fit()
    const about = { x: 500, y: 400 }
    const before = one.toMap(about)
    one.zoom(2, about)
    expect(one.toMap(about)).toEqual(before)
    expect(one.scale).toBe(2)
  })

  test('never shows less than the map, nor loses it', () => {
    const one = camera()
    one.zoom(0.1, { x: 0, y: 0 })
    expect([one.scale, one.x, one.y]).toEqual([1, 0, 0])
    one.zoom(3, { x: 0, y: 0 })
    one.press(1, { x: 0, y: 0 })
    one.drag(1, { x: 9000, y: 9000 })
    expect(one.x).toBeLessThan(60)
    expect(one.hasSlipped).toBe(true)
  })

  test('two fingers enlarge, and are no click', () => {
    const one = camera()
    one.fit()
    one.press(1, { x: 400, y: 400 })
    one.press(2, { x: 600, y: 400 })
    one.drag(2, { x: 800, y: 400 })
    expect(one.scale).toBeCloseTo(2)
    expect(one.hasSlipped).toBe(true)
  })

  test('a press that hardly moves is a click', () => {
    const one = camera()
    one.press(1, { x: 400, y: 400 })
    one.drag(1, { x: 402, y: 401 })
    expect(one.hasSlipped).toBe(false)
  })
})

test.each([
  ['R 1-2', ['Ada lays a rail.'], ['spike']],
  ['M 4', ['Ada starts.'], ['wood']],
  ['E', ['Ada ends the turn.'], []],
  ['E', ['Ada ends the turn.', 'Round 1 is over.', 'Ada', 'Bea'], ['gong']],
])('%s sounds', (text, lines, sounds) => {
  expect(soundsOf({ number: 1, seat: 0, text, lines })).toEqual(sounds)
})
