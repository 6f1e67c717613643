/** Addresses and the pages they stand for. */
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
