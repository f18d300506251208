import { createStore } from 'zustand'
import { persist } from 'zustand/middleware'
import { isLocale, localeCookieOf } from '@/lib/locale'
import { followStorage, persistLocal, storageKey } from '@/lib/storage'

interface Language {
  /** null: no page has been read yet. */
  storedLanguage: string | null
}

const aYear = 31_536_000

/** The language of the pages that the visitor last read, stored permanently. */
export const languageStore = createStore<Language>()(
  persist((): Language => ({ storedLanguage: null }), {
    name: storageKey('language'),
    version: 1,
    storage: persistLocal<Language>(),
    skipHydration: true,
  }),
)

/** The server can't read local storage, so an address without a language is redirected by this cookie. */
function mirror({ storedLanguage }: Language) {
  if (!isLocale(storedLanguage ?? undefined)) return
  const { protocol } = window.location
  const secure = protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: recent browsers still lack the other API
  document.cookie = `${localeCookieOf(protocol)}=${storedLanguage}; Path=/; Max-Age=${aYear}; SameSite=Lax${secure}`
}

/** Stores the language of the current page, here and in the cookie, and follows other tabs. Returns a function that stops it. */
export function followLanguage(shown: string): () => void {
  const stops = [languageStore.subscribe(mirror), followStorage(languageStore)]
  if (isLocale(shown)) languageStore.setState({ storedLanguage: shown })
  return () => {
    for (const stop of stops) stop()
  }
}
