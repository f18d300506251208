/** A picture as the data API sends it. */
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
  /** Of live works: the page on the art origin, ending where a token's hash goes. */
  generatorPath?: string | null
}

export interface Still {
  src: string
  srcSet?: string
  width: number
  height: number
}

const square = 1200

/** Which still to show and in which sizes; null where there is none at hand. */
export function stillOf(media: PictureData): Still | null {
  const images = media.renditions
    .filter(({ type }) => type.startsWith('image/'))
    .sort((a, b) => a.width - b.width)
  const largest = images.at(-1)
  const width = media.width ?? largest?.width ?? square
  const height = media.height ?? largest?.height ?? square
  if (largest) {
    // One format a set: the browser chooses by width alone.
    const same = images.filter(({ type }) => type === largest.type)
    // 1280 is enough where srcset is not understood.
    const fallback = same.find((rendition) => rendition.width >= 1280) ?? largest
    return { src: fallback.url, srcSet: same.map((r) => `${r.url} ${r.width}w`).join(', '), width, height }
  }
  // A live work's own file is its still, until smaller ones are made, or the program itself.
  const picture = media.kind === 'IMAGE' || /\.(webp|png|jpe?g|gif)$/.test(media.url ?? '')
  const src = media.poster ?? (picture ? (media.url ?? media.sourceUrl) : null)
  return src ? { src, width, height } : null
}

/** Width over height; 1 where nobody knows. */
export function ratioOf(media: PictureData | undefined) {
  const largest = media?.renditions.at(-1)
  const width = media?.width ?? largest?.width
  const height = media?.height ?? largest?.height
  return width && height ? width / height : 1
}

/** What a page needs of a picture to show it, and no more: what a script shows again is sent twice. */
export interface Shown extends Partial<Still> {
  alt: string
  color?: string
  /** The tiny picture that stands there at first. */
  blur?: string
}

export function shownOf(media: PictureData | undefined): Shown {
  return {
    ...(media && stillOf(media)),
    alt: media?.alt ?? 'No picture',
    ...(media?.color && { color: media.color }),
    ...(media?.blur && { blur: media.blur }),
  }
}
