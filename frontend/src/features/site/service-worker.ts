/** Registers /sw.js, which keeps the offline page and the static files at hand. */
export function registerServiceWorker() {
  // First, because browsers hide service workers where the connection is not secure.
  if (!window.isSecureContext) {
    console.error('The service worker needs a secure connection or localhost')
    return
  }
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
    console.error('The service worker could not be registered', error)
  })
}
