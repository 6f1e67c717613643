/** Texts into the clipboard, and what is said then. */
import { t } from '../i18n'
import { toasts } from './toasts.svelte'

/** Copy a text and tell so; where the browser does not allow it, that is told. */
export async function copyText(text: string, told: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.tell(told)
  } catch {
    toasts.tell(t('copy_failed'))
  }
}
