/** The words of the rule book. */
import { wording } from '../wording'

export const w = wording({
  de: {
    chapters: 'Kapitel',
    hits: '{count} {count|Regel|Regeln} gefunden',
    back_to: 'Zurück zu {clause}',
    link_to: 'Link zu {clause}',
    go_to: 'Regel {clause} aufschlagen',
    book: 'Als Seite öffnen',
    learn: 'Geführte erste Partie',
    failed: 'Die Regeln lassen sich nicht laden',
  },
  en: {
    chapters: 'Chapters',
    hits: '{count} {count|rule|rules} found',
    back_to: 'Back to {clause}',
    link_to: 'Link to {clause}',
    go_to: 'Open rule {clause}',
    book: 'Open as a page',
    learn: 'Guided first game',
    failed: 'The rules cannot be loaded',
  },
})
