'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { useShownEdition } from '@/features/checkout/shown'
import { useNamedEdition } from '@/lib/edition'
import { type PictureData, ratioOf } from '@/ui/picture-source'

// Most works look the same in all editions.
const EditionFace = lazy(() =>
  import('@/features/collection/ui/edition-face').then((module) => ({ default: module.EditionFace })),
)

interface FaceProps {
  artwork: { id: string; slug: string; title: string; editionSize: number; media: PictureData[] }
  sizes: string
  /** The work's picture, which shows its first editions, until one is chosen or held. */
  children: ReactNode
}

/** The edition of a live work that is being bought. */
export function Face({ artwork, sizes, children }: FaceProps) {
  const shown = useShownEdition()
  // Until the steps have loaded, the address has it.
  const named = useNamedEdition(artwork.editionSize)
  const edition = artwork.editionSize === 1 ? 1 : shown.artworkId === artwork.id ? shown.edition : named
  if (edition === null) return children
  return (
    <Suspense fallback={<span style={{ display: 'block', aspectRatio: ratioOf(artwork.media[0]) }} />}>
      <EditionFace artwork={artwork} edition={edition} sizes={sizes} first />
    </Suspense>
  )
}
