/** Notifications of the browser that it is one's turn: only for who asked, and only while the page is not in front. */
import { settings } from '../settings.svelte'

/** Ask the browser for leave; false if it refuses. */
export async function allowNotifications(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await Notification.requestPermission()) === 'granted'
}

/** Tell that it is one's turn at a table; a newer one takes the place of an older one. */
export function notifyTurn(title: string, body: string, table: string): void {
  if (!settings.notifies || !document.hidden) return
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  new Notification(title, { body, tag: table }).onclick = () => window.focus()
}
