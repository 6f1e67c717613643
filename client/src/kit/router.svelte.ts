/** The current page, from the address. No routing library. */
import { routeOf, type Route } from './route'

class Router {
  route = $state.raw<Route>(routeOf(location.pathname))

  constructor() {
    addEventListener('popstate', () => (this.route = routeOf(location.pathname)))
  }

  go(path: string): void {
    history.pushState(null, '', path)
    this.route = routeOf(path.split('?')[0] as string)
    scrollTo(0, 0)
  }

  /** For links: plain clicks are handled here, everything else is left to the browser. */
  follow = (event: MouseEvent): void => {
    const link = (event.currentTarget as HTMLElement).closest('a')
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    this.go(link.pathname + link.search)
  }
}

export const router = new Router()
