/** How long players may think, in words. */
import { t } from '../i18n'
import type { Clock } from '../types'

export function clockText(clock: Clock): string {
  if (clock.type === 'none') return t('clock_none')
  if (clock.type === 'days') return t('clock_days', { count: clock.days })
  return t('clock_live', { minutes: Math.round(clock.seconds / 6) / 10, increment: clock.increment })
}
