'use client'

import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { ClothStockDocument } from '@/gen/graphql'
import { browserClient } from '@/lib/apollo/browser'
import type { Counted } from '../cloth'
import { watched } from './stock-watch'

/** Reads how many editions of these artworks are sold and reserved, while their page is visible. */
export function ClothWatch({
  ids,
  onChange,
}: {
  ids: string[]
  onChange: (now: Omit<Counted, 'editionSize'>[]) => void
}) {
  const { data } = useQuery(ClothStockDocument, {
    client: browserClient(),
    variables: { ids },
    ...watched,
  })
  useEffect(() => {
    if (data) onChange(data.artworks.items)
  }, [data, onChange])
  return null
}
