import * as t from '@/messages/picture'
/** An image as returned by the data API. */
export interface PictureData {
  kind: 'IMAGE' | 'VIDEO' | 'GENERATOR'
  url: string | null
  renditions: { url: string; width: number; height: number; type: string }[]
  alt: string
  width: number | null
  height: number | null
  color: string | null
  blur: string | null
  sourceUrl: string | null
  poster: string | null
  /** Path of the IIIF image service with the tiles of a large picture. Only the page of a work reads it. */
  imageService?: string | null
  /** The whole of a picture that moves. Only the page of a work reads it. */
  animation?: { url: string } | null
  /** Live works only: the page on the art origin, to which a token's hash is appended. */
  generatorPath?: string | null
}

export interface Still {
  src: string
  srcSet?: string
  width: number
  height: number
}

const square = 1200

/** Originals that few browsers show. Their renditions follow. */
const unshown = /\.tiff?$/

/** The still image to show and its sizes; null if there isn't one. */
export function stillOf(media: PictureData): Still | null {
  const images = media.renditions
    .filter(({ type }) => type.startsWith('image/'))
    .sort((a, b) => a.width - b.width)
  const largest = images.at(-1)
  const width = media.width ?? largest?.width ?? square
  const height = media.height ?? largest?.height ?? square
  if (largest) {
    // One format per set: the browser chooses by width only.
    const same = images.filter(({ type }) => type === largest.type)
    // 1280 is enough for browsers without srcset.
    const fallback = same.find((rendition) => rendition.width >= 1280) ?? largest
    return { src: fallback.url, srcSet: same.map((r) => `${r.url} ${r.width}w`).join(', '), width, height }
  }
  // A live work's own file is its still image, until renditions exist, or the program itself.
  const picture =
    (media.kind === 'IMAGE' && !unshown.test(media.url ?? '')) ||
    /\.(webp|png|jpe?g|gif)$/.test(media.url ?? '')
  const src = media.poster ?? (picture ? (media.url ?? media.sourceUrl) : null)
  return src ? { src, width, height } : null
}

/** Width divided by height; 1 if unknown. */
export function ratioOf(media: PictureData | undefined) {
  const largest = media?.renditions.at(-1)
  const width = media?.width ?? largest?.width
  const height = media?.height ?? largest?.height
  return width && height ? width / height : 1
}

/** Only the fields needed to show an image, because data used by scripts is sent twice. */
export interface Shown extends Partial<Still> {
  alt: string
  color?: string
  /** The tiny placeholder image. */
  blur?: string
  /** Path of the IIIF image service with its tiles. */
  tiles?: string
}

export function shownOf(media: PictureData | undefined): Shown {
  return {
    ...(media && stillOf(media)),
    alt: media?.alt ?? t.noPicture,
    ...(media?.color && { color: media.color }),
    ...(media?.blur && { blur: media.blur }),
    ...(media?.imageService && { tiles: media.imageService }),
  }
}
