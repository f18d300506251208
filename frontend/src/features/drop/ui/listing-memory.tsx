'use client'

import { useListingMemory } from '@/lib/listing-memory'
import { exhibitionsMemory } from '../memory'

/** Keeps search, filters, page and sort of the listing. */
export function ListingMemory() {
  useListingMemory(exhibitionsMemory)
  return null
}
