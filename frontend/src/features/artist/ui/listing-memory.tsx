'use client'

import { useListingMemory } from '@/lib/listing-memory'
import { artistsMemory } from '../memory'

/** Remembers search, page and sort of the listing. */
export function ListingMemory() {
  useListingMemory(artistsMemory)
  return null
}
