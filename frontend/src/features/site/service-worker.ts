/** Registers /sw.js, which keeps the offline page and the static files at hand. */
export function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  if (!window.isSecureContext) {
    console.error('The service worker needs a secure connection or localhost')
    return
  }
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
    console.error('The service worker could not be registered', error)
  })
}
