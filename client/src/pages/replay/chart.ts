/** Arithmetic of the chart: round steps for the axis, labels that keep their distance. Pure. */

/** Round numbers between the lowest and the highest value, about four of them. */
export function ticksOf(low: number, high: number): number[] {
  const span = Math.max(1, high - low)
  const rough = span / 3
  const unit = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * unit >= rough) ?? 10) * unit)
  const ticks = []
  for (let number = Math.ceil(low / step); number * step <= high; number++) ticks.push(number * step || 0) // never −0
  return ticks
}

/** The same heights, moved apart until no two are closer than `gap` and none is below `floor`. */
export function apart(heights: readonly number[], gap: number, floor: number): number[] {
  const order = heights.map((_, place) => place).sort((a, b) => (heights[a] as number) - (heights[b] as number))
  const moved = [...heights]
  let free = -Infinity
  for (const place of order) {
    moved[place] = Math.max(moved[place] as number, free)
    free = (moved[place] as number) + gap
  }
  let limit = floor
  for (const place of order.reverse()) {
    moved[place] = Math.min(moved[place] as number, limit)
    limit = (moved[place] as number) - gap
  }
  return moved
}
