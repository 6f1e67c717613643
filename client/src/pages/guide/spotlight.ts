/** Marks what is to be clicked next, wherever the table draws it: the action itself, or the piece to pick up first. */
import type { GuideAction } from '../../games/guide'

const MARK = 'data-spotlit'

/** A Svelte action for the element that holds the table. */
export function spotlight(root: HTMLElement, wanted: GuideAction | null): { update(wanted: GuideAction | null): void; destroy(): void } {
  let action = wanted
  const observer = new MutationObserver(mark)

  function watch(): void {
    const named = (action?.spot ?? []).flatMap((selector) => [...selector.matchAll(/\[([\w-]+)/g)].map((found) => found[1] as string))
    observer.disconnect()
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['data-action', 'aria-pressed', ...named] })
    mark()
  }

  function mark(): void {
    const now = new Set(action === null ? [] : targets(root, action))
    for (const one of root.querySelectorAll(`[${MARK}]`)) if (!now.has(one)) one.removeAttribute(MARK)
    for (const one of now) if (!one.hasAttribute(MARK)) one.setAttribute(MARK, '')
  }

  watch()
  return {
    update(next) {
      action = next
      watch()
    },
    destroy: () => observer.disconnect(),
  }
}

/** The elements that do the action, and those to begin with as long as they are not picked up. */
function targets(root: HTMLElement, action: GuideAction): Element[] {
  const direct = [...root.querySelectorAll(`[data-action="${CSS.escape(action.text)}"]`)]
  const [first, ...others] = (action.spot ?? []).map((selector) => [...root.querySelectorAll(selector)])
  const spots = first?.length || direct.length > 0 ? (first ?? []) : (others.find((found) => found.length > 0) ?? [])
  return [...direct, ...spots.filter((one) => one.getAttribute('aria-pressed') !== 'true')]
}
