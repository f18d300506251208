import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { persistLocal, storageKey } from './storage'

interface Consent {
  /** null: not asked yet. Session recording and analytics start with true. */
  isCookieAccepted: boolean | null
}

export const useConsent = create<Consent>()(
  persist((): Consent => ({ isCookieAccepted: null }), {
    name: storageKey('consent'),
    version: 1,
    storage: persistLocal<Consent>(),
    skipHydration: true,
  }),
)
