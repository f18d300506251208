'use client'

import { withDrawing } from '@/lib/drawing'
import { Picture } from '@/ui/picture'
import type { ArtworkFace } from '../calls'
import { useDrawing } from '../use-drawing'

interface EditionFaceProps {
  artwork: ArtworkFace | undefined
  edition: number
  /** The value of the sizes attribute. */
  sizes: string
  /** Empty if a caption next to it already names the work. */
  alt?: string
  /** Whether it is in the first window, so that it loads at once. */
  first?: boolean
}

/** The picture of an edition. Each edition of a live work looks different; the work's main picture is shown until its drawing is known. */
export function EditionFace({ artwork, edition, ...place }: EditionFaceProps) {
  const media = artwork?.media[0]
  const drawing = useDrawing(artwork?.id ?? '', edition, Boolean(media?.generatorPath))
  if (!media || !drawing) return <Picture media={media} {...place} />
  // The blurred picture is the one of the work.
  return <Picture media={{ ...withDrawing(media, drawing), blur: null }} {...place} />
}
