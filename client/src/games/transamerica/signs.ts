/** The shape of a city's colour, drawn around the origin: every colour owns one, here as on tickets. */
import type { Colour } from '../../kit/ui/Shape.svelte'

const ANGLES: Partial<Record<Colour, { at: number[]; reach: number; lower: number }>> = {
  green: { at: [-90, 30, 150], reach: 1.2, lower: 0.18 },
  yellow: { at: [-90, 0, 90, 180], reach: 1.16, lower: 0 },
  orange: { at: [-90, -18, 54, 126, 198], reach: 1.1, lower: 0 },
}

/** As a path of about this radius. */
export function sign(colour: Colour, radius: number): string {
  if (colour === 'blue') return `M${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0 ${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
  const corners = ANGLES[colour]
  if (!corners) {
    const half = (radius * 0.88).toFixed(2)
    return `M-${half}-${half}H${half}V${half}H-${half}z`
  }
  const points = corners.at.map((degrees) => {
    const angle = (degrees * Math.PI) / 180
    const reach = radius * corners.reach
    return `${(reach * Math.cos(angle)).toFixed(2)} ${(reach * Math.sin(angle) + radius * corners.lower).toFixed(2)}`
  })
  return `M${points.join('L')}z`
}
