/** The guided first game of InterUrban. Its deal is fixed: line 7 leaves at 0,1; open lie s2, c1, s0, own stations 3, 4, 1. */
import type { Guide } from '../guide'

export const guide: Guide = {
  seats: [{ type: 'own' }, { type: 'bot', level: 'simple' }],
  steps: [
    {
      title: { de: 'Sechs Linien', en: 'Six lines' },
      text: {
        de: 'Aus der Stadt wachsen sechs Linien, und alle bauen an allen. Am Ende ist jede Linie etwas wert, und wer die stärksten Stationen an ihr hat, bekommt den größten Teil. Deine Stationen sind rot.',
        en: 'Six lines grow out of the city, and everybody builds on all of them. At the end each line is worth something, and whoever has the strongest stations on it gets the largest share. Your stations are red.',
      },
      isRead: true,
      clause: 'IU-6.6',
    },
    {
      title: { de: 'Ein Gleis legen', en: 'Lay a track' },
      text: {
        de: 'Linie 7 beginnt mit dem höchsten Wert. Nimm die Gerade 2 und lege sie an das Ende der Linie 7: Die 2 kommt zu ihrem Wert dazu. Neben dem Start sind nur Gleise erlaubt.',
        en: 'Line 7 starts with the highest value. Take the straight 2 and lay it at the end of line 7: the 2 is added to its value. Next to the start only track is allowed.',
      },
      actions: [{ text: 's2@0,1:NS', spot: ['[data-tile="s2"], [data-cell="0,1"]'] }],
      clause: 'IU-3.1',
    },
    {
      title: { de: 'Eine Station dazu', en: 'Add a station' },
      text: {
        de: 'Jetzt deine stärkste Station: Lege die rote 4 an dieselbe Linie. Mit 4 bist du dort vorn und bekämst ihren ganzen Wert, 9 Punkte. Nur eine Station je Zug.',
        en: 'Now your strongest station: lay the red 4 on the same line. With 4 you lead there and would get its whole value, 9 points. Only one station per turn.',
      },
      actions: [{ text: 'red4@0,2:NS', spot: ['[data-tile="red4"], [data-cell="0,2"]'] }],
      clause: 'IU-3.3',
    },
    {
      title: { de: 'Das dritte Plättchen', en: 'The third tile' },
      text: {
        de: 'Ein Gleis darfst du noch legen, wo du willst: an deine Linie, damit sie mehr wert wird, oder an eine andere. Oder beende den Zug. Danach baut {name}.',
        en: 'You may lay one more track, wherever you like: on your line to make it worth more, or on another. Or end the turn. Then {name} builds.',
      },
      clause: 'IU-3.7',
    },
    {
      title: { de: 'Was eine Linie beendet', en: 'What finishes a line' },
      text: {
        de: 'Eine Linie ist fertig, wenn sie Stationen mit 1, 2, 3 und 4 hat. Von 1, 2 und 3 verträgt sie je nur eine, und zwei Stationen dürfen sich nicht berühren. Die Tafel zeigt, was jede Linie gerade wem bringt.',
        en: 'A line is finished when it has stations worth 1, 2, 3 and 4. It takes only one each of 1, 2 and 3, and two stations may not touch. The sheet shows what every line gives to whom at the moment.',
      },
      isRead: true,
      clause: 'IU-5.1',
    },
    {
      title: { de: 'Jetzt du', en: 'Your move' },
      text: {
        de: 'Spiele einen ganzen Zug, wie du magst: ein bis drei Plättchen. Du darfst auch fremde Stationen legen, etwa um eine Linie zu beenden. Was nicht geht, wird dir erklärt.',
        en: 'Play a whole turn as you like: one to three tiles. You may lay other people’s stations too, perhaps to finish a line. Whatever is not possible is explained.',
      },
      clause: 'IU-3.2',
    },
  ],
}
