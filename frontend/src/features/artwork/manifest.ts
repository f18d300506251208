import type { ArtworkQuery } from '@/gen/graphql'
import { plainText } from '@/lib/markdown'
import { dateOf } from '@/lib/year'
import * as t from '@/messages/artwork'
import { type PictureData, stillOf } from '@/ui/picture-source'
import { editionLabel } from './model'

type Artwork = NonNullable<ArtworkQuery['artwork']>
type Media = Artwork['media'][number]

const en = (...texts: string[]) => ({ en: texts })

const formats: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  png: 'image/png',
  webm: 'video/webm',
  webp: 'image/webp',
}
const formatOf = (url: string) => formats[/\.(\w+)$/.exec(url)?.[1] ?? '']

const sizeOf = ({ width, height }: Pick<Media, 'width' | 'height'>) =>
  width && height ? { width, height } : {}

/** The size of a canvas, which must have one, for a picture that is stored elsewhere: its own isn't known. */
const unknownSize = { width: 1200, height: 1200 }

/** The largest picture of a file, and the service with its tiles if it has one; null if there is no picture. */
function pictureOf(media: Media, origin: string) {
  const largest = media.renditions.filter(({ type }) => type.startsWith('image/')).at(-1)
  const src = largest?.url ?? stillOf(media as PictureData)?.src
  if (!src) return null
  const id = new URL(src, origin).href
  const service = media.imageService && {
    id: new URL(media.imageService, origin).href,
    type: 'ImageService3',
    profile: 'level0',
  }
  return {
    id,
    type: 'Image',
    format: formatOf(src),
    ...sizeOf(largest ?? media),
    ...(service && { service: [service] }),
  }
}

/** What a viewer shows for a file: the film itself, or a picture of anything else. */
function bodyOf(media: Media, origin: string) {
  const { kind, url, width, height, duration } = media
  if (kind !== 'VIDEO' || !url || !width || !height || !duration) return pictureOf(media, origin)
  return { id: new URL(url, origin).href, type: 'Video', format: formatOf(url), width, height, duration }
}

/**
 * A work as a manifest of the IIIF Presentation API 3, which viewers of museums open; null for a work without a picture, because a manifest has
 * to have one. `page` is the full address of the work's page.
 */
export function manifestOf(artwork: Artwork, page: string) {
  const { artist, title, medium, description, editionSize, media } = artwork
  const rows: [string, string][] = [[t.artist, artist.name]]
  if (dateOf(artwork)) rows.push([artwork.dated ? t.date : t.year, dateOf(artwork)])
  if (medium) rows.push([t.medium, medium])
  rows.push([t.edition, editionLabel(editionSize)])
  const origin = new URL(page).origin
  const face = media[0] && pictureOf(media[0], origin)
  const items = media.flatMap((item, i) => {
    const body = bodyOf(item, origin)
    if (!body) return []
    const id = `${page}canvas/${i + 1}`
    // A viewer shows the tiles in the picture's full size.
    const { width, height } = { ...unknownSize, ...body, ...('service' in body && sizeOf(item)) }
    const annotation = {
      id: `${id}/annotation`,
      type: 'Annotation',
      motivation: 'painting',
      body,
      target: id,
    }
    return [
      {
        id,
        type: 'Canvas',
        label: en(item.alt || title),
        width,
        height,
        ...('duration' in body && { duration: body.duration }),
        items: [{ id: `${id}/page`, type: 'AnnotationPage', items: [annotation] }],
      },
    ]
  })
  if (items.length === 0) return null
  return {
    '@context': 'http://iiif.io/api/presentation/3/context.json',
    id: `${page}manifest.json`,
    type: 'Manifest',
    label: en(title),
    ...(description && { summary: en(plainText(description)) }),
    metadata: rows.map(([label, value]) => ({ label: en(label), value: en(value) })),
    homepage: [{ id: page, type: 'Text', label: en(t.titleBy(title, artist.name)), format: 'text/html' }],
    ...(face && { thumbnail: [face] }),
    items,
  }
}
