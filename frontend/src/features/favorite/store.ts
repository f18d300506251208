import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Schemas } from '@/lib/api/client'
import { persistLocal, storageKey } from '@/lib/storage'

export type Kind = Schemas['Favorite']['kind']

/** An entry of the catalog that a visitor saved or follows. */
export interface Entry {
  kind: Kind
  id: string
}

interface FavoritesState {
  /** Newest first. */
  items: Entry[]
  /** The account of these favorites; null for those saved without a login, which the next login adds to the account. */
  account: string | null
}

/** The maximum number of favorites without a login: as many as one call adds. */
export const most = 200

export const nothing: FavoritesState = { items: [], account: null }

export const useFavorites = create<FavoritesState>()(
  persist((): FavoritesState => nothing, {
    name: storageKey('favorites'),
    version: 1,
    storage: persistLocal<FavoritesState>(),
    skipHydration: true,
  }),
)

export const isSame = (a: Entry) => (b: Entry) => a.kind === b.kind && a.id === b.id

/** The list with an entry added at its start, or removed. */
export function toggled(items: Entry[], entry: Entry, on: boolean): Entry[] {
  const others = items.filter((item) => !isSame(entry)(item))
  return on ? [entry, ...others].slice(0, 1000) : others
}
