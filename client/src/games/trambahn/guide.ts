/** The guided first game of Trambahn. Its deal is fixed: the first hand is B4 R7 G1 G6 G9 K. */
import type { Guide } from '../guide'

export const guide: Guide = {
  seats: [{ type: 'own' }, { type: 'bot', level: 'simple' }],
  steps: [
    {
      title: { de: 'Vier Linien, eine Hand', en: 'Four lines, one hand' },
      text: {
        de: 'Du und {name} baut Straßenbahnen. Jede Karte kann dreierlei sein: Haltestelle in deinen Reihen, Fahrgast an einer Endstation oder Geld. Unten liegt deine Hand, in der Mitte sind die Endstationen der vier Linien.',
        en: 'You and {name} build tramways. Every card can be three things: a stop in your rows, a passenger at a terminal, or money. Your hand lies below, the terminals of the four lines are in the middle.',
      },
      isRead: true,
      clause: 'TB-1.5',
    },
    {
      title: { de: 'Ein Fahrgast zuerst', en: 'A passenger first' },
      text: {
        de: 'Jeder Zug beginnt mit einem Fahrgast. Rot 7 passt zu keiner anderen Karte deiner Hand: Nimm sie und setze sie an die rote Endstation. Beim vierten Fahrgast fährt dort eine Bahn, und beide bekommen Punkte für ihre roten Reihen.',
        en: 'Every turn begins with a passenger. Red 7 goes with nothing else in your hand: take it to the red terminal. The fourth passenger there starts a run, and both of you score your red rows.',
      },
      actions: [{ text: 'P R7', spot: ['[data-card="R7"]'] }],
      clause: 'TB-3.1.1',
    },
    {
      title: { de: 'Eine Reihe anlegen', en: 'Lay a row' },
      text: {
        de: 'Drei grüne Karten sind der Anfang einer guten Reihe. Die Werte müssen steigen, Lücken sind erlaubt: Beginne mit der 1, dann die 6, dann die 9. Zusammen sind das 4 Punkte.',
        en: 'Three green cards are the start of a good row. Values must rise, gaps are fine: begin with the 1, then the 6, then the 9. Together they are worth 4 points.',
      },
      actions: [
        { text: 'S G1>new', spot: ['[data-card="G1"]'] },
        { text: 'S G6>1', spot: ['[data-card="G6"]'] },
        { text: 'S G9>1', spot: ['[data-card="G9"]'] },
      ],
      clause: 'TB-3.2.2',
    },
    {
      title: { de: 'Geld auf die Seite', en: 'Put money aside' },
      text: {
        de: 'Was du nicht brauchst, wird verdeckt zu Geld, jede Karte zählt 1. Lege Blau 4 auf deinen Geldstapel. Den Schaffner behältst du: Er passt später in jede Reihe.',
        en: 'What you do not need becomes money, face down, each card worth 1. Put blue 4 on your money pile. Keep the conductor: it fits any row later.',
      },
      actions: [{ text: 'M B4', spot: ['[data-card="B4"]'] }],
      clause: 'TB-3.3.1',
    },
    {
      title: { de: 'Eine Bahn kaufen', en: 'Buy a tram' },
      text: {
        de: 'Ohne Bahn wird deine Reihe am Ende des Zuges geräumt. Kaufe eine Pferdebahn für 5 und stelle sie auf die grüne Reihe: Sie verdoppelt, also 4 × 2 = 8 Punkte bei jeder grünen Fahrt.',
        en: 'Without a tram your row is cleared at the end of the turn. Buy a horse tram for 5 and put it on the green row: it doubles, so 4 × 2 = 8 points in every green run.',
      },
      actions: [{ text: 'T x2>1', spot: ['[data-place="offer-2"] button', '.small-offer'] }],
      clause: 'TB-3.4.2',
    },
    {
      title: { de: 'Zug beenden', en: 'End the turn' },
      text: {
        de: 'Mehr ist jetzt nicht zu tun. Beende den Zug: Du ziehst auf sechs Karten nach, und {name} ist an der Reihe.',
        en: 'There is nothing more to do now. End the turn: you draw up to six cards, and it is the turn of {name}.',
      },
      actions: [{ text: 'E' }],
      clause: 'TB-3.5.2',
    },
    {
      title: { de: 'Jetzt du', en: 'Your move' },
      text: {
        de: 'Spiele deinen nächsten Zug, wie du magst: erst ein oder zwei Fahrgäste, dann alles andere. Wo viele Fahrgäste deiner guten Linien warten, sind Punkte nah. Was nicht geht, wird dir erklärt.',
        en: 'Play your next turn as you like: one or two passengers first, then everything else. Where many passengers of your good lines wait, points are near. Whatever is not possible is explained.',
      },
      clause: 'TB-4.1',
    },
  ],
}
