'use client'

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
}

/** The picture of an edition. Each edition of a live work looks different; the work's main picture is shown until its drawing is known. */
export function EditionFace({ artwork, edition, ...place }: EditionFaceProps) {
  const media = artwork?.media[0]
  const drawing = useDrawing(artwork?.id ?? '', edition, Boolean(media?.generatorPath))
  if (!media || !drawing) return <Picture media={media} {...place} />
  const { width, height } = media
  const rendition = { url: drawing, width: width ?? 1600, height: height ?? 1600, type: 'image/jpeg' }
  // The blurred picture is the one of the work.
  return <Picture media={{ ...media, renditions: [rendition], blur: null }} {...place} />
}
