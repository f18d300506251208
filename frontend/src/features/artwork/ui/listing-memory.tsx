'use client'

import { useListingMemory } from '@/lib/listing-memory'
import { artworksMemory } from '../memory'

/** Remembers the filters. */
export function ListingMemory() {
  useListingMemory(artworksMemory)
  return null
}
