/**
 * The service worker: push messages, and what can be read without a line. Everything with a fingerprint in its name is
 * kept for good, rules and words are kept as last seen, and nothing of a table ever is: a game is played on line.
 */
const SHELL = 'stellwerk-shell-1'
const OFFLINE = '/offline.html'
const READABLE = /^\/(rules|sheet)\//
const KEPT_ANSWERS = /^\/api\/games(\/[a-z0-9_]+\/(rules|pictures|texts))?$/

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll([OFFLINE, '/icon.svg', '/'])))
})

self.addEventListener('activate', (event) => {
  const clear = async () => {
    for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name)
    await self.clients.claim()
  }
  event.waitUntil(clear())
})

/** From the network, and kept; without a line, what was kept. */
async function fresh(request, fallback) {
  const cache = await caches.open(SHELL)
  try {
    const answer = await fetch(request)
    if (answer.ok && fallback !== OFFLINE) await cache.put(request, answer.clone())
    return answer
  } catch (error) {
    const kept = (await cache.match(request)) ?? (fallback === undefined ? undefined : await cache.match(fallback))
    if (kept) return kept
    throw error
  }
}

/** What never changes: kept, else from the network. */
async function kept(request) {
  const cache = await caches.open(SHELL)
  const known = await cache.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (url.pathname.startsWith('/assets/')) event.respondWith(kept(request))
  else if (KEPT_ANSWERS.test(url.pathname)) event.respondWith(fresh(request))
  else if (request.mode === 'navigate') event.respondWith(fresh(request, READABLE.test(url.pathname) ? '/' : OFFLINE))
})

self.addEventListener('push', (event) => {
  const { id, title, url, count } = event.data.json()
  const shown = self.registration.showNotification(title, { tag: `stellwerk-${id}`, icon: '/icon-192.png', badge: '/icon-192.png', data: { url } })
  event.waitUntil(Promise.all([shown, self.navigator.setAppBadge?.(count)]))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { pathname } = new URL(event.notification.data.url)
  const show = async () => {
    const pages = await self.clients.matchAll({ type: 'window' })
    const page = pages.find((one) => new URL(one.url).pathname === pathname) ?? pages[0]
    if (!page) return self.clients.openWindow(pathname)
    if (new URL(page.url).pathname !== pathname) await page.navigate(pathname)
    return page.focus()
  }
  event.waitUntil(show())
})
