import { useSite } from './store'

const settle = 100

/**
 * The height of the window in pixels as --window-height, after it has rested for 100 ms. Until its first change the height is
 * what styles know by themselves (100svh): to name it here would style the whole page a second time. Returns what ends it.
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

/** Keeps the flag of the connection. Returns what ends it. */
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
