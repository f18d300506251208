import { localStore, storageKey } from '@/lib/storage'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const themeKey = storageKey('theme')

/**
 * Runs before the first paint: a chosen theme never flashes, and pages keep the cookie banner's room from the start while the visitor has
 * not decided (tokens.css).
 */
export const themeScript = `try{var c=JSON.parse(localStorage.getItem(${JSON.stringify(storageKey('consent'))})||'{}').state;if(!c||c.isCookieAccepted==null)document.documentElement.dataset.asks=''}catch(e){}try{var t=localStorage.getItem(${JSON.stringify(themeKey)});if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

export function readTheme(): Theme {
  const stored = localStore.getItem(themeKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const listeners = new Set<() => void>()

function apply(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function setTheme(theme: Theme) {
  if (theme === 'system') localStore.removeItem(themeKey)
  else localStore.setItem(themeKey, theme)
  apply(theme)
  for (const listener of listeners) listener()
}

/** Calls `listener` on changes here and in other tabs. Returns a function that stops it. */
export function onTheme(listener: () => void) {
  const follow = (event: StorageEvent) => {
    if (event.key !== themeKey) return
    apply(readTheme())
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', follow)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', follow)
  }
}
