import { isComing } from '@/features/artwork/model'
import { drawingUrl, isWall } from '@/lib/drawing'
import { env } from '@/lib/env'
import { drawShareCard, type ShareCard, shareWidth } from '@/lib/share-card'
import type { PictureData } from '@/ui/picture-source'
import { promiseCache } from './promise-cache'

/** Each has some hundred kilobytes. Repeated requests for the same one must not keep a core busy. */
const kept = promiseCache<Uint8Array<ArrayBuffer>>(64)

const paper = '#f4f4f0'

/** Crawlers don't remember missing pictures. */
export const later = () => new Response('Not here now', { status: 503, headers: { 'retry-after': '60' } })

/** Null if the rendition is not available now. */
async function draw(rendition: string | undefined, card: ShareCard) {
  if (!rendition) return drawShareCard(card)
  const response = await fetch(new URL(rendition, env().GATEWAY_URL), { cache: 'no-store' })
  if (!response.ok) return null
  return drawShareCard({ ...card, picture: new Uint8Array(await response.arrayBuffer()) })
}

/** The address of a picture with its tag; undefined if the picture is not available now. */
async function tagged(path: string) {
  const response = await fetch(new URL(path, env().GATEWAY_URL), { method: 'HEAD', cache: 'no-store' })
  return response.ok ? drawingUrl(path, response) : undefined
}

/**
 * The picture of a shared link: a whole picture on its own colour, with text. With `bare`, the text is shown
 * alone if there is no picture, or not yet. `maxAge` limits the seconds in caches.
 */
export async function respondWithCard(
  face: PictureData | null | undefined,
  words: Omit<ShareCard, 'background' | 'picture'>,
  { bare = false, maxAge = 0 } = {},
) {
  if (face && isComing(face) && !bare) return later()
  const source =
    face?.renditions.find((rendition) => rendition.width >= shareWidth) ?? face?.renditions.at(-1)
  // Only files of this deployment are fetched.
  const stored = source?.url.startsWith('/assets/') ? source.url : undefined
  const changes = stored !== undefined && isWall(stored)
  const rendition = changes ? await tagged(stored) : stored
  if (changes && !rendition) return later()
  if (!rendition && !bare) return new Response('Not found', { status: 404 })
  const card: ShareCard = { background: (rendition && face?.color) || paper, ...words }
  // The address of a rendition, with the tag of one that changes, identifies its content, so a card with the same text never becomes outdated.
  const picture = await kept(`${rendition} ${JSON.stringify(card)}`, () => draw(rendition, card))
  if (!picture) return later()
  return new Response(picture, {
    headers: {
      'content-type': 'image/jpeg',
      'cache-control': `public, max-age=${maxAge || (rendition && !changes ? 3600 : 300)}`,
    },
  })
}
