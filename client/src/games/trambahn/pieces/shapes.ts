/** The shape of a line as an outline: circle, square, triangle, diamond around a middle. */
import type { Line } from '../view'

export function shapeOf(line: Line, x: number, y: number, r: number): string {
  if (line === 'B') return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
  if (line === 'R') return `M${x - 0.88 * r} ${y - 0.88 * r}h${1.76 * r}v${1.76 * r}h${-1.76 * r}z`
  const [reach, corners, middle] = line === 'G' ? [1.2 * r, 3, y + 0.18 * r] : [1.16 * r, 4, y]
  const points = Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners - Math.PI / 2
    return `${(x + reach * Math.cos(angle)).toFixed(2)} ${(middle + reach * Math.sin(angle)).toFixed(2)}`
  })
  return `M${points.join('L')}z`
}
