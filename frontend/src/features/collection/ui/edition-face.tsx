'use client'

import { useEditionSource } from '@/lib/use-edition-source'
import * as t from '@/messages/edition'
import { Edition } from '@/ui/edition'
import { Picture } from '@/ui/picture'
import { type PictureData, ratioOf } from '@/ui/picture-source'

interface EditionFaceProps {
  artwork: { id: string; slug: string; title: string; media: PictureData[] } | undefined
  edition: number
  /** The hash of its token, if the page knows it. */
  hash?: string
  /** The value of the sizes attribute. */
  sizes: string
  /** Empty if a caption next to it already names the work. */
  alt?: string
  /** Whether it is in the first window, so that it loads at once. */
  first?: boolean
}

/** An edition of a work. Each edition of a live work looks different; those of other works look like the work. */
export function EditionFace({ artwork, edition, hash, ...place }: EditionFaceProps) {
  const media = artwork?.media[0]
  const source = useEditionSource(artwork, edition, hash)
  if (!artwork || !source) return <Picture media={media} {...place} />
  const { alt = t.editionOf(artwork.title, edition), first } = place
  return <Edition {...source} title={artwork.title} ratio={ratioOf(media)} alt={alt} first={first} />
}
