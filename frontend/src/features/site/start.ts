/** A navigation within the site starts; detail.url is its target. */
const startEvent = 'vitrine:navigation-start'

/** A link, the replacement of an address, or the browser's own back and forward. */
type Way = 'push' | 'replace' | 'traverse'

interface Start {
  url: string
  way: Way
}

export const announceStart = (url: string, way: Way) =>
  window.dispatchEvent(new CustomEvent<Start>(startEvent, { detail: { url, way } }))

/** Calls `listener` with the address of each navigation that starts. Returns a function that stops it. */
export function onStart(listener: (url: URL, way: Way) => void): () => void {
  const hear = (event: Event) => {
    const { url, way } = (event as CustomEvent<Start>).detail
    listener(new URL(url, window.location.href), way)
  }
  window.addEventListener(startEvent, hear)
  return () => window.removeEventListener(startEvent, hear)
}

/** A page's address within this site: without origin and fragment. */
export const uriOf = ({ pathname, search }: { pathname: string; search: string }) => `${pathname}${search}`
