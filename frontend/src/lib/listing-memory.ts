'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { createStore, type StoreApi } from 'zustand'
import { persist } from 'zustand/middleware'
import { persistLocal, persistSession, storageKey } from './storage'

/** The parameters of a listing's address, as they are kept between visits. */
type Stored = Record<string, string[]>

interface PageState {
  storedSearchQuery: Stored
  storedCurrentPage: number
}

interface SortState {
  storedSortQuery: string
  /** Only what can be bought. */
  storedReducedFilterSelected: boolean
}

const stores = new Map<string, { page: StoreApi<PageState>; sort: StoreApi<SortState> }>()

/** A listing's filters and page live for the session, its sort for good. */
function storesOf(name: string) {
  const known = stores.get(name)
  if (known) return known
  const page = createStore<PageState>()(
    persist(() => ({ storedSearchQuery: {}, storedCurrentPage: 1 }) as PageState, {
      name: storageKey(`${name}Page`),
      version: 1,
      storage: persistSession<PageState>(),
    }),
  )
  const sort = createStore<SortState>()(
    persist(() => ({ storedSortQuery: '', storedReducedFilterSelected: false }) as SortState, {
      name: storageKey(`${name}Sort`),
      version: 1,
      storage: persistLocal<SortState>(),
    }),
  )
  const made = { page, sort }
  stores.set(name, made)
  return made
}

/** What a bare address is to be replaced with, or null. Exported for its test. */
export function restored(page: PageState, sort: SortState): string | null {
  const query = new URLSearchParams()
  for (const [key, values] of Object.entries(page.storedSearchQuery)) {
    for (const value of values) query.append(key, value)
  }
  if (sort.storedReducedFilterSelected && !query.has('availability')) query.set('availability', 'available')
  if (sort.storedSortQuery) query.set('sort', sort.storedSortQuery)
  if (page.storedCurrentPage > 1) query.set('page', String(page.storedCurrentPage))
  return query.size ? query.toString() : null
}

/**
 * Keeps what the address of a listing says, and gives it back to a visitor who returns without saying anything.
 * An address with parameters always wins; clearing the filters on the page clears the memory.
 */
export function useListingMemory(name: string) {
  const router = useRouter()
  const pathname = usePathname()
  const params = useSearchParams()
  const arrived = useRef(false)
  useEffect(() => {
    const { page, sort } = storesOf(name)
    const first = !arrived.current
    arrived.current = true
    const text = params.toString()
    if (first && !text) {
      const query = restored(page.getState(), sort.getState())
      if (query) return router.replace(`${pathname}?${query}`, { scroll: false })
    }
    const stored: Stored = {}
    for (const key of new Set(params.keys())) {
      const values = params.getAll(key).filter(Boolean)
      if (key !== 'page' && key !== 'sort' && values.length) stored[key] = values
    }
    page.setState({ storedSearchQuery: stored, storedCurrentPage: Number(params.get('page')) || 1 })
    sort.setState({
      storedSortQuery: params.get('sort') ?? '',
      storedReducedFilterSelected: params.getAll('availability').join() === 'available',
    })
  }, [name, params, pathname, router])
}
