'use client'

import { useSearchParams } from 'next/navigation'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { listingSearch } from '@/features/artwork/listing-search'
import { tabTitle, titleOf } from '@/lib/metadata'
import { pageOf, rawParams } from '@/lib/params'
import * as t from '@/messages/artworks-results'
import { InPlace } from '@/ui/in-place'
import type { ClientListing } from './client-results'

const load = () => import('./client-results')
const ClientCount = lazy(() => load().then((module) => ({ default: module.ClientCount })))
const ClientResults = lazy(() => load().then((module) => ({ default: module.ClientResults })))

interface Served {
  /** The parameters that the server rendered, as listingSearch writes them. */
  served: string
  /** What the server rendered for them. */
  children: ReactNode
}

/** The number of works: the server's count for its address, otherwise the browser's. */
export function Count({ served, currency, children }: Served & Pick<ClientListing, 'currency'>) {
  const search = listingSearch(useSearchParams())
  if (search === served) return children
  return (
    <Suspense fallback={children}>
      <ClientCount search={search} currency={currency}>
        {children}
      </ClientCount>
    </Suspense>
  )
}

/** The results: rendered by the server for its address, otherwise by the browser. Apollo loads with the first change. */
export function Results({ served, children, ...props }: Served & Omit<ClientListing, 'search'>) {
  const params = useSearchParams()
  const search = listingSearch(params)
  const page = pageOf(rawParams(params))
  const moved = useRef(false)
  // The framework sets the title of pages that it has rendered; after a change in place we set it.
  useEffect(() => {
    moved.current ||= search !== served
    if (moved.current) document.title = tabTitle(titleOf(t.artworks, page))
  }, [search, served, page])
  return (
    <InPlace label={t.results}>
      {search === served ? (
        children
      ) : (
        <Suspense fallback={children}>
          <ClientResults search={search} {...props}>
            {children}
          </ClientResults>
        </Suspense>
      )}
    </InPlace>
  )
}
