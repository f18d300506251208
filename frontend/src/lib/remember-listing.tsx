'use client'

import { useListingMemory } from './listing-memory'

/** Keeps a listing's filters, page and sort under its name. */
export function RememberListing({ name }: { name: string }) {
  useListingMemory(name)
  return null
}
