/** Marks what is to be clicked next, wherever the table draws it (the action itself, or the piece to pick up first), and
    the places that a text speaks of. */
import type { GuideAction } from '../../games/guide'

export interface Light {
  wanted: GuideAction | null
  /** Selectors of places to look at. */
  shown: readonly string[]
}

const MARK = 'data-spotlit'

/** A Svelte action for the element that holds the table. */
export function spotlight(root: HTMLElement, light: Light): { update(light: Light): void; destroy(): void } {
  let { wanted: action, shown } = light
  const observer = new MutationObserver(mark)

  function watch(): void {
    const named = [...(action?.spot ?? []), ...shown].flatMap((selector) => [...selector.matchAll(/\[([\w-]+)/g)].map((found) => found[1] as string))
    observer.disconnect()
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['data-action', 'aria-pressed', ...named] })
    mark()
  }

  function mark(): void {
    const places = shown.flatMap((selector) => [...root.querySelectorAll(selector)])
    const now = new Set([...places, ...(action === null ? [] : targets(root, action))])
    for (const one of root.querySelectorAll(`[${MARK}]`)) if (!now.has(one)) one.removeAttribute(MARK)
    for (const one of now) if (!one.hasAttribute(MARK)) one.setAttribute(MARK, '')
  }

  watch()
  return {
    update(next) {
      ;({ wanted: action, shown } = next)
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
