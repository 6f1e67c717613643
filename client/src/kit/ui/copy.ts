/** Copying texts to the clipboard. */
import { t } from '../i18n'
import { toasts } from './toasts.svelte'

/** Copy a text and say that it was copied. Where the browser does not allow it, the text is shown, selected. */
export async function copyText(text: string, told: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.tell(told)
  } catch {
    toasts.offer(t('copy_failed'), text)
  }
}
