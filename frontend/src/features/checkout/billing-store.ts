import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { isCountry } from '@/lib/countries'
import { onSession } from '@/lib/session/events'
import { persistLocal, storageKey } from '@/lib/storage'

interface Billing {
  /** ISO 3166-1 alpha-2, as last chosen in this browser; empty before that. */
  country: string
}

/** The default of the next checkout. Profiles don't store a country. */
export const useBilling = create<Billing>()(
  persist((): Billing => ({ country: '' }), {
    name: storageKey('billing'),
    version: 1,
    storage: persistLocal<Billing>(),
    skipHydration: true,
  }),
)

/** The country last chosen in this browser, or empty. */
export function rememberedCountry(): string {
  if (!useBilling.persist.hasHydrated()) useBilling.persist.rehydrate()
  const { country } = useBilling.getState()
  return isCountry(country) ? country : ''
}

export const rememberCountry = (country: string) => {
  if (isCountry(country)) useBilling.setState({ country })
}

onSession('ended', () => useBilling.setState({ country: '' }))
