import { createStore } from 'zustand'
import { persist } from 'zustand/middleware'
import { isLocale, localeCookieOf } from '@/lib/locale'
import { followStorage, persistLocal, storageKey } from '@/lib/storage'

interface Language {
  /** null: no page was read yet. */
  storedLanguage: string | null
}

const aYear = 31_536_000

/** The language in which pages are read: chosen by reading one, kept for good. */
export const languageStore = createStore<Language>()(
  persist((): Language => ({ storedLanguage: null }), {
    name: storageKey('language'),
    version: 1,
    storage: persistLocal<Language>(),
    skipHydration: true,
  }),
)

/** The server cannot see local storage: an address without a language is redirected by this cookie. */
function mirror({ storedLanguage }: Language) {
  if (!isLocale(storedLanguage ?? undefined)) return
  const { protocol } = window.location
  const secure = protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one is missing in browsers of the last two years
  document.cookie = `${localeCookieOf(protocol)}=${storedLanguage}; Path=/; Max-Age=${aYear}; SameSite=Lax${secure}`
}

/** Keeps the language of the page that is shown, here and in the cookie; follows other tabs. Returns what ends it. */
export function followLanguage(shown: string): () => void {
  const stops = [languageStore.subscribe(mirror), followStorage(languageStore)]
  if (isLocale(shown)) languageStore.setState({ storedLanguage: shown })
  return () => {
    for (const stop of stops) stop()
  }
}
