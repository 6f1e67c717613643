/** Which page is shown: the address, without a library. */
export type Route =
  | { page: 'lobby' }
  | { page: 'table'; code: string }
  | { page: 'missing' }

export function routeOf(path: string): Route {
  if (path === '/' || path === '') return { page: 'lobby' }
  const table = /^\/t\/([A-Za-z0-9]{1,12})\/?$/.exec(path)
  if (table) return { page: 'table', code: (table[1] as string).toUpperCase() }
  return { page: 'missing' }
}

class Router {
  route = $state.raw<Route>(routeOf(location.pathname))

  constructor() {
    addEventListener('popstate', () => (this.route = routeOf(location.pathname)))
  }

  go(path: string): void {
    history.pushState(null, '', path)
    this.route = routeOf(path)
    scrollTo(0, 0)
  }

  /** For links: plain clicks stay inside the page, everything else is the browser's business. */
  follow = (event: MouseEvent): void => {
    const link = (event.currentTarget as HTMLElement).closest('a')
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    this.go(link.pathname)
  }
}

export const router = new Router()
