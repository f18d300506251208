// Keeps the offline page and the unchanging files at hand, and shows notifications. It never keeps pages, responses of the API or
// anything personal.
const cacheName = 'vitrine-1'
const offline = '/en/offline/'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.add(new Request(offline, { cache: 'reload' })))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(async () => (await caches.match(offline)) ?? Response.error()))
    return
  }
  // Names of these files carry their content's hash: what is kept is never old.
  if (url.pathname.startsWith('/_next/static/')) {
    event.respondWith(
      caches.match(request).then(
        (kept) =>
          kept ??
          fetch(request).then((response) => {
            if (response.ok) {
              const copy = response.clone()
              event.waitUntil(caches.open(cacheName).then((cache) => cache.put(request, copy)))
            }
            return response
          }),
      ),
    )
  }
})

// A message is {title, body, path, tag, picture}; services/profiles/internal/push sends it. A repetition has the same tag and replaces what is shown.
self.addEventListener('push', (event) => {
  const { title, body, path, tag, picture } = event.data.json()
  const pictures = picture ? { icon: picture, image: picture } : {}
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path }, ...pictures }))
})

// Opens the page of a notification, in the tab that shows it if there is one. No other tab is taken away from what it shows.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data.path, self.location.origin)
  if (url.origin !== self.location.origin) return
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((tabs) => {
      const open = tabs.find((tab) => new URL(tab.url).pathname === url.pathname)
      return open ? open.focus() : self.clients.openWindow(url.href)
    }),
  )
})
