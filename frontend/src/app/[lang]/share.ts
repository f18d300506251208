import type { SharedPicture } from '@/lib/metadata'
import { cardOf } from '@/messages/share-card'
import { type PictureData, stillOf } from '@/ui/picture-source'

/**
 * A picture as it is, in the size in which it is sent; null if there is no still. Covers are shown next to their title
 * and have no alternative text, so `of` describes them where they are shown alone.
 */
export function pictureOf(media: PictureData | null | undefined, of: string): SharedPicture | null {
  const still = media && stillOf(media)
  if (!still) return null
  const sent = media.renditions.find(({ url }) => url === still.src) ?? still
  return { url: still.src, width: sent.width, height: sent.height, alt: media.alt || of }
}

interface Shown {
  slug: string
  title: string
  media: PictureData[]
}

/** The whole work on its own colour; a picture that this deployment does not store is used as it is. */
export function workPicture(lang: string, work: Shown | null | undefined): SharedPicture | null {
  const face = work?.media[0]
  if (!work || !face || !stillOf(face)) return null
  return face.renditions.length > 0
    ? {
        url: `/${lang}/artworks/${work.slug}/share.jpg`,
        width: 1200,
        height: 630,
        alt: face.alt || work.title,
      }
    : pictureOf(face, work.title)
}

/** The drawn card of a page, at its address. */
export const cardPicture = (path: string, title: string): SharedPicture => ({
  url: `${path}share.jpg`,
  width: 1200,
  height: 630,
  alt: cardOf(title),
})
