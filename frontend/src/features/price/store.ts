import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { persistLocal, storageKey } from '@/lib/storage'

interface Preference {
  /** Whether lists show approximate prices in ether. */
  inEther: boolean
}

/** The currency in which this browser shows prices. It stays after a logout, like the theme. */
export const usePricePreference = create<Preference>()(
  persist((): Preference => ({ inEther: false }), {
    name: storageKey('prices'),
    version: 1,
    storage: persistLocal<Preference>(),
    skipHydration: true,
  }),
)
