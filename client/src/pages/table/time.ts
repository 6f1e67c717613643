/** Clocks as the server counts them. */
import type { TableSight } from '../../kit/types'

/** The time left for a seat; null if it has no clock. */
export function secondsLeft(sight: TableSight, seat: number, now: number): number | null {
  const isRunning = sight.status === 'playing' && sight.actor === seat
  if (isRunning && sight.deadline !== null) return Math.max(0, sight.deadline - now)
  return sight.clock.type === 'live' ? (sight.time_left[seat] ?? null) : null
}

/** `4:05`, `1:04:05`, or days and hours where there are days. */
export function duration(seconds: number): string {
  const whole = Math.floor(seconds)
  const [days, hours] = [Math.floor(whole / 86_400), Math.floor(whole / 3600) % 24]
  const [minutes, rest] = [Math.floor(whole / 60) % 60, whole % 60]
  const two = (part: number): string => String(part).padStart(2, '0')
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
