/** The words around the listing of a view. */
import { wording } from '../wording'

export const w = wording({
  de: { table: 'Auf dem Tisch', yes: 'ja', no: 'nein', nothing: 'nichts oder verdeckt', times: '{count}-mal', place: 'Nr.' },
  en: { table: 'On the table', yes: 'yes', no: 'no', nothing: 'none or hidden', times: '{count} times', place: 'No.' },
})
