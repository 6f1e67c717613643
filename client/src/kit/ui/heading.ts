/**
 * Where the keyboard goes on when whatever had the focus is gone: to the heading of the page, which a screen reader
 * then says. Nothing happens while something else has the focus.
 */
const isFree = (): boolean => document.activeElement === null || document.activeElement === document.body

export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading === null || !isFree()) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

/** Once the page has a heading; returns how to stop waiting for it. */
export function awaitHeading(): () => void {
  if (focusHeading()) return () => undefined
  const observer = new MutationObserver(() => (!isFree() || focusHeading()) && observer.disconnect())
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
