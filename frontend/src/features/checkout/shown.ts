import { create } from 'zustand'

interface Shown {
  artworkId: string
  /** The edition that is held, or that the buyer chose; null if the shop chooses one. */
  edition: number | null
}

/** The edition that the checkout page is about, for its picture beside the steps. */
export const useShownEdition = create<Shown>(() => ({ artworkId: '', edition: null }))
