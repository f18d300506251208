'use client'

import { useEffect } from 'react'
import { useListingMemory } from '@/lib/listing-memory'
import { artworksMemory } from '../memory'
import { rememberNeighbours } from '../neighbours'

/** Keeps the filters, and the order of the works for the arrow keys on a work's page. */
export function ListingMemory({ slugs }: { slugs: string[] }) {
  useListingMemory(artworksMemory)
  useEffect(() => rememberNeighbours(slugs), [slugs])
  return null
}
