/** A navigation within the site starts; detail.url is its target. */
const startEvent = 'vitrine:navigation-start'

/** A link, the replacement of an address, or the browser's own back and forward. */
type NavigationType = 'push' | 'replace' | 'traverse'

interface Start {
  url: string
  type: NavigationType
}

export const announceStart = (url: string, type: NavigationType) =>
  window.dispatchEvent(new CustomEvent<Start>(startEvent, { detail: { url, type } }))

/** Calls `listener` with the address of each navigation that starts. Returns a function that stops it. */
export function onStart(listener: (url: URL, type: NavigationType) => void): () => void {
  const onEvent = (event: Event) => {
    const { url, type } = (event as CustomEvent<Start>).detail
    listener(new URL(url, window.location.href), type)
  }
  window.addEventListener(startEvent, onEvent)
  return () => window.removeEventListener(startEvent, onEvent)
}

/** A page's address within this site: without origin and fragment. */
export const uriOf = ({ pathname, search }: { pathname: string; search: string }) => `${pathname}${search}`
