/** The order and the number of the games that wait for somebody. */
import type { TableEntry } from './types'

/** Those whose time runs out first come first, then those that wait longest. */
export function urgency(table: Pick<TableEntry, 'deadline' | 'time'>): number {
  return table.deadline ?? 1e11 + table.time
}

/** The title with the number of games that wait, instead of another number. */
export function counted(title: string, count: number): string {
  const plain = title.replace(/^\(\d+\) /, '')
  return count > 0 ? `(${count}) ${plain}` : plain
}
