'use client'

import type { ReactNode } from 'react'
import { useShownEdition } from '@/features/checkout/shown'
import { EditionFace } from '@/features/collection/ui/edition-face'
import type { PictureData } from '@/ui/picture-source'

interface FaceProps {
  artwork: { id: string; slug: string; title: string; editionSize: number; media: PictureData[] }
  sizes: string
  /** The work's picture, shown until an edition is chosen or held. */
  children: ReactNode
}

/** The edition of a live work that is being bought. */
export function Face({ artwork, sizes, children }: FaceProps) {
  const shown = useShownEdition()
  const edition = artwork.editionSize === 1 ? 1 : shown.artworkId === artwork.id ? shown.edition : null
  if (edition === null) return children
  return <EditionFace artwork={artwork} edition={edition} sizes={sizes} first />
}
