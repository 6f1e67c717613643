/** Copying texts to the clipboard. */
import { t } from '../i18n'
import { toasts } from './toasts.svelte'

/** Copy a text and say that it was copied, or that the browser did not allow it. */
export async function copyText(text: string, told: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.tell(told)
  } catch {
    toasts.tell(t('copy_failed'))
  }
}
