/** The guided first game of TransAmerica. Its deal is fixed: Medford, Cincinnati, Omaha (65), Memphis, Washington. */
import type { Guide } from '../guide'
import type { View } from './view'

export const guide: Guide<'transamerica'> = {
  seats: [{ type: 'own' }, { type: 'bot', level: 'simple' }],
  steps: [
    {
      key: 'cities',
      isRead: true,
      shows: ['.cities ul'],
      clause: 'TA-2.3',
    },
    {
      key: 'marker',
      actions: [{ text: 'M 65' }],
      clause: 'TA-3.1',
    },
    {
      key: 'rails',
      actions: [{ text: 'R 65-82' }, { text: 'R 82-99' }],
      clause: 'TA-3.3',
    },
    {
      key: 'rivers',
      shows: ['.legend'],
      clause: 'TA-3.2',
    },
    {
      key: 'networks',
      isRead: true,
      shows: ['[data-marker]'],
      clause: 'TA-5.1',
    },
    {
      key: 'free',
      until: (view: View) => view.rounds.length > 0,
      shows: ['.way'],
      clause: 'TA-3.4',
    },
    {
      key: 'round',
      isRead: true,
      shows: ['.players .track', '.strip button'],
      clause: 'TA-5.1',
    },
  ],
}
