/** Registers /sw.js, which caches the offline page and the static files. */
export function registerServiceWorker() {
  // First, because browsers hide service workers on insecure connections.
  if (!window.isSecureContext) {
    console.error('The service worker needs a secure connection or localhost')
    return
  }
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
    console.error('The service worker could not be registered', error)
  })
}
