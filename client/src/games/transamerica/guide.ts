/** The guided first game of TransAmerica. Its deal is fixed: Medford, Cincinnati, Omaha (65), Memphis, Washington. */
import type { Guide } from '../guide'

export const guide: Guide = {
  seats: [{ type: 'own' }, { type: 'bot', level: 'simple' }],
  steps: [
    {
      title: { de: 'Fünf geheime Städte', en: 'Five secret cities' },
      text: {
        de: 'Du hast fünf Städte, eine je Farbe: Medford, Cincinnati, Omaha, Memphis und Washington. Verbinde sie alle mit deiner Startmarke, bevor {name} es schafft. Die Gleise gehören niemandem: Nutze auch die anderen.',
        en: 'You have five cities, one of each colour: Medford, Cincinnati, Omaha, Memphis and Washington. Connect them all with your start marker before {name} does. Rails belong to nobody: use the others as well.',
      },
      isRead: true,
      clause: 'TA-2.3',
    },
    {
      title: { de: 'Die Startmarke', en: 'The start marker' },
      text: {
        de: 'Zuerst stellt jeder eine Marke auf eine freie Kreuzung. Omaha liegt mitten zwischen deinen Städten und ist selbst eine davon: Stelle deine Marke dorthin.',
        en: 'First everybody puts a marker on a free crossing. Omaha lies in the middle of your cities and is one of them: put your marker there.',
      },
      actions: [{ text: 'M 65' }],
      clause: 'TA-3.1',
    },
    {
      title: { de: 'Zwei Gleise', en: 'Two rails' },
      text: {
        de: 'In jedem Zug legst du bis zu zwei Gleise auf einfache Strecken, und jedes muss dein Netz berühren. Richtung Südosten liegen drei deiner Städte: Lege zwei Gleise von Omaha nach Kansas City.',
        en: 'In every turn you lay up to two rails on single lines, and each must touch your network. Three of your cities lie to the south-east: lay two rails from Omaha to Kansas City.',
      },
      actions: [{ text: 'R 65-82' }, { text: 'R 82-99' }],
      clause: 'TA-3.3',
    },
    {
      title: { de: 'Flüsse und Berge', en: 'Rivers and mountains' },
      text: {
        de: 'Doppelte Strecken führen über Wasser oder Berge und kosten den ganzen Zug. Umwege sind oft billiger. Spiele diesen Zug, wie du magst: ein oder zwei Gleise.',
        en: 'Double lines cross water or mountains and cost a whole turn. A detour is often cheaper. Play this turn as you like: one or two rails.',
      },
      clause: 'TA-3.2',
    },
    {
      title: { de: 'Netze treffen sich', en: 'Networks meet' },
      text: {
        de: 'Sobald sich zwei Netze berühren, sind sie eines, für beide. Wer zuerst alle fünf Städte verbunden hat, beendet die Runde. Die anderen verlieren so viele Punkte, wie ihnen an Gleisen fehlt.',
        en: 'As soon as two networks touch they are one, for both. Whoever has connected all five cities first ends the round. The others lose as many points as they lack rails.',
      },
      isRead: true,
      clause: 'TA-5.1',
    },
    {
      title: { de: 'Jetzt du', en: 'Your move' },
      text: {
        de: 'Noch ein Zug, ganz frei. Unten siehst du, wie weit es bis zu jeder Stadt ist. Was nicht geht, wird dir erklärt.',
        en: 'One more turn, quite freely. Below you see how far it is to each city. Whatever is not possible is explained.',
      },
      clause: 'TA-3.4',
    },
  ],
}
