/** The names at a table in a list, with bots marked as such. */
import { t } from '../i18n'
import type { TableEntry } from '../types'

/** The name at each seat that is taken. */
export function seatedNames({ seats, bots }: Pick<TableEntry, 'seats' | 'bots'>): string[] {
  return seats.flatMap((name, place) => (name === '' ? [] : [bots.includes(place) ? t('bot_name', { name }) : name]))
}
