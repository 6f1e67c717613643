/** The guided first game of Trambahn. Its deal is fixed: the first hand is B4 R7 G1 G6 G9 K. */
import type { Guide } from '../guide'
import type { TrambahnView } from './view'

export const guide: Guide<'trambahn'> = {
  seats: [{ type: 'own' }, { type: 'bot', level: 'simple' }],
  steps: [
    {
      key: 'hand',
      isRead: true,
      shows: ['.hand'],
      clause: 'TB-1.5',
    },
    {
      key: 'passenger',
      actions: [{ text: 'P R7', spot: ['[data-card="R7"]'] }],
      clause: 'TB-3.1.1',
    },
    {
      key: 'row',
      actions: [
        { text: 'S G1>new', spot: ['[data-card="G1"]'] },
        { text: 'S G6>1', spot: ['[data-card="G6"]'] },
        { text: 'S G9>1', spot: ['[data-card="G9"]'] },
      ],
      clause: 'TB-3.2.2',
    },
    {
      key: 'money',
      actions: [{ text: 'M B4', spot: ['[data-card="B4"]'] }],
      clause: 'TB-3.3.1',
    },
    {
      key: 'tram',
      actions: [{ text: 'T x2>1', spot: ['[data-place="offer-2"] button', '.small-offer'] }],
      clause: 'TB-3.4.2',
    },
    {
      key: 'end',
      actions: [{ text: 'E' }],
      clause: 'TB-3.5.2',
    },
    {
      key: 'free',
      until: (view: TrambahnView) => view.runs.length > 0,
      shows: ['[data-drop="terminal-G"]'],
      clause: 'TB-3.1.2',
    },
    {
      key: 'run',
      isRead: true,
      shows: ['.timetable', '.score'],
      clause: 'TB-4.1',
    },
  ],
}
