/** The guided first game of InterUrban. Its deal is fixed: line 7 leaves at 0,1; open lie s2, c1, s0, own stations 3, 4, 1. */
import type { Guide } from '../guide'
import type { View } from './view'

export const guide: Guide<'interurban'> = {
  seats: [{ type: 'own' }, { type: 'bot', level: 'simple' }],
  steps: [
    {
      key: 'lines',
      isRead: true,
      shows: ['.timetable', '.strip'],
      clause: 'IU-6.6',
    },
    {
      key: 'track',
      actions: [{ text: 's2@0,1:NS', spot: ['[data-tile="s2"], [data-cell="0,1"]'] }],
      clause: 'IU-3.1',
    },
    {
      key: 'station',
      actions: [{ text: 'red4@0,2:NS', spot: ['[data-tile="red4"], [data-cell="0,2"]'] }],
      clause: 'IU-3.3',
    },
    {
      key: 'third',
      shows: ['.moves', '.tray'],
      clause: 'IU-3.7',
    },
    {
      key: 'finished',
      isRead: true,
      shows: ['.timetable', '.strip'],
      clause: 'IU-5.1',
    },
    {
      key: 'free',
      until: (view: View) => view.lines.some((line) => line.finished !== null),
      shows: ['.timetable', '.strip'],
      clause: 'IU-3.2',
    },
    {
      key: 'closed',
      isRead: true,
      shows: ['.timetable', '.strip'],
      clause: 'IU-6.6',
    },
  ],
}
