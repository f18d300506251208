import { useSite } from './store'

const settle = 100

/**
 * Sets the height of the window in pixels as --window-height, once it hasn't changed for 100 ms. Until its first change, styles use
 * their own height (100svh), because setting it here would restyle the whole page. Returns a function that stops it.
 */
export function followHeight(): () => void {
  let timer: ReturnType<typeof setTimeout>
  const measure = () =>
    document.documentElement.style.setProperty('--window-height', `${window.innerHeight}px`)
  const onResize = () => {
    clearTimeout(timer)
    timer = setTimeout(measure, settle)
  }
  window.addEventListener('resize', onResize)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('resize', onResize)
  }
}

/** Keeps the connection flag current. Returns a function that stops it. */
export function followConnection(): () => void {
  const follow = () => useSite.setState({ online: navigator.onLine })
  follow()
  window.addEventListener('online', follow)
  window.addEventListener('offline', follow)
  return () => {
    window.removeEventListener('online', follow)
    window.removeEventListener('offline', follow)
  }
}
