'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { createStore, type StoreApi } from 'zustand'
import { persist } from 'zustand/middleware'
import { followStorage, persistLocal, persistSession, storageKey } from './storage'

/** The filters and the page number, for the session. */
interface ListingState<Query> {
  storedSearchQuery: Query
  storedCurrentPage: number
}

/** The sort order, stored permanently. */
export interface SortState {
  storedSortQuery: string
}

type Persisted<State> = StoreApi<State> & Parameters<typeof followStorage>[0]

export const listingStore = <Query>(name: string, storedSearchQuery: Query) =>
  createStore<ListingState<Query>>()(
    persist((): ListingState<Query> => ({ storedSearchQuery, storedCurrentPage: 1 }), {
      name: storageKey(name),
      version: 1,
      storage: persistSession<ListingState<Query>>(),
    }),
  )

export const sortStore = <State extends SortState>(name: string, empty: State) =>
  createStore<State>()(
    persist((): State => empty, {
      name: storageKey(name),
      version: 1,
      storage: persistLocal<State>(),
    }),
  )

/** Converts between a listing's stores and its address. */
export interface Memory<Query, Sort extends SortState> {
  page: Persisted<ListingState<Query>>
  sort?: Persisted<Sort>
  /** Reads an address. */
  read: (params: URLSearchParams) => { query: Query; sort: Sort }
  /** Writes an address; the page number is added here. */
  write: (query: Query, sort: Sort | undefined) => Record<string, string | string[]>
}

/** The address that replaces one without parameters, or null. */
export function restored<Query, Sort extends SortState>({
  page,
  sort,
  write,
}: Memory<Query, Sort>): string | null {
  const { storedSearchQuery, storedCurrentPage } = page.getState()
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(write(storedSearchQuery, sort?.getState()))) {
    for (const item of Array.isArray(value) ? value : [value]) if (item) params.append(key, item)
  }
  if (storedCurrentPage > 1) params.set('page', String(storedCurrentPage))
  return params.size ? params.toString() : null
}

/** Stores the parameters of an address. */
export function remember<Query, Sort extends SortState>(
  { page, sort, read }: Memory<Query, Sort>,
  params: URLSearchParams,
) {
  const said = read(params)
  page.setState({ storedSearchQuery: said.query, storedCurrentPage: Number(params.get('page')) || 1 })
  sort?.setState(said.sort)
}

/**
 * Remembers the parameters of a listing, and restores them for a visitor who returns without any.
 * An address with parameters always wins, and clearing the filters on the page clears the memory.
 */
export function useListingMemory<Query, Sort extends SortState>(memory: Memory<Query, Sort>) {
  const router = useRouter()
  const pathname = usePathname()
  const params = useSearchParams()
  const arrived = useRef(false)
  useEffect(() => (memory.sort ? followStorage(memory.sort) : undefined), [memory])
  useEffect(() => {
    const first = !arrived.current
    arrived.current = true
    const text = params.toString()
    if (first && !text) {
      const query = restored(memory)
      if (query) return router.replace(`${pathname}?${query}`, { scroll: false })
    }
    remember(memory, new URLSearchParams(text))
  }, [memory, params, pathname, router])
}
