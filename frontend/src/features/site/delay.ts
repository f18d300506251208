import { onStart, uriOf } from './start'
import { useSite } from './store'

/** A page has been loading for longer than this. */
export const delayedEvent = 'vitrine:delayed-load'
const delayedAfter = 1000

/** Watches one page: reports a navigation away from `uri` that takes long. Returns a function that ends the watch; call it when the page arrives. */
export function watchDelay(uri: string): () => void {
  let timer: ReturnType<typeof setTimeout>
  const stop = onStart((url) => {
    clearTimeout(timer)
    if (uriOf(url) === uri) return
    timer = setTimeout(() => {
      useSite.setState({ delayed: true })
      window.dispatchEvent(new CustomEvent(delayedEvent, { detail: { uri: uriOf(url) } }))
    }, delayedAfter)
  })
  return () => {
    clearTimeout(timer)
    stop()
    useSite.setState({ delayed: false })
  }
}
