/** Arrow keys, Home and End move the focus among the buttons of a group, so that Tab leaves it at once. */
export function rove(group: HTMLElement): { destroy(): void } {
  const buttons = (): HTMLButtonElement[] => [...group.querySelectorAll<HTMLButtonElement>('button')]

  function mark(): void {
    const all = buttons()
    const current = all.find((button) => button === document.activeElement) ?? all.find((button) => button.tabIndex === 0)
    for (const button of all) button.tabIndex = button === (current ?? all[0]) ? 0 : -1
  }

  function onkeydown(event: KeyboardEvent): void {
    const all = buttons()
    const place = all.indexOf(document.activeElement as HTMLButtonElement)
    if (place < 0) return
    const to = next(event.key, place, all.length)
    if (to === null) return
    event.preventDefault()
    all[to]?.focus()
  }

  group.addEventListener('keydown', onkeydown)
  group.addEventListener('focusin', mark)
  const observer = new MutationObserver(mark)
  observer.observe(group, { childList: true })
  mark()
  return {
    destroy() {
      observer.disconnect()
      group.removeEventListener('keydown', onkeydown)
      group.removeEventListener('focusin', mark)
    },
  }
}

/** Where a key moves to from a place among so many; null if it is no such key. */
export function next(key: string, place: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (place + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (place + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
