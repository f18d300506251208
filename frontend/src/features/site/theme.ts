import { localStore } from '@/lib/storage'
import { themeKey } from './theme-script'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

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
