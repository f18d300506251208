'use client'

import { useListingMemory } from '@/lib/listing-memory'
import { postsMemory } from '../memory'

/** Keeps search, filters, page and sort of the listing. */
export function ListingMemory() {
  useListingMemory(postsMemory)
  return null
}
