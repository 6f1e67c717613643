/** Browser notifications about your turn: only if you asked for them, and only while the page is in the background. */
import { settings } from '../settings.svelte'

/** Ask the browser for permission; false if it is refused. */
export async function allowNotifications(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await Notification.requestPermission()) === 'granted'
}

/** Notify that it is your turn at a table; a newer notification replaces an older one. */
export function notifyTurn(title: string, body: string, table: string): void {
  if (!settings.notifies || !document.hidden) return
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  new Notification(title, { body, tag: table }).onclick = () => window.focus()
}
