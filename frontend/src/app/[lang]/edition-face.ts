import { env } from '@/lib/env'
import type { PictureData } from '@/ui/picture-source'

/** How often, and how many milliseconds apart, a drawing that takes some seconds is looked for: readers of link previews come once. */
const tries = 5
const pause = 1200

/**
 * The face of a live work with the output of an edition as its picture. The catalog draws it when it is first requested: null if
 * that takes longer than the readers of link previews wait. The work's own face where the catalog can't draw editions.
 */
export async function editionFace<Face extends PictureData>(
  artworkId: string,
  edition: number,
  face: Face,
): Promise<Face | null> {
  const url = `/assets/editions/${artworkId}/${edition}.jpg`
  let response = await head(url)
  for (let i = 1; response.status === 503 && i < tries; i++) {
    await new Promise((done) => setTimeout(done, pause))
    response = await head(url)
  }
  if (response.status === 404) return face
  if (!response.ok) return null
  // The tag changes with the picture, as the address of a rendition does.
  const version = encodeURIComponent(response.headers.get('etag') ?? '')
  const { width, height } = face
  return {
    ...face,
    renditions: [
      { url: `${url}?${version}`, width: width ?? 1600, height: height ?? 1600, type: 'image/jpeg' },
    ],
  }
}

const head = (url: string) => fetch(new URL(url, env().GATEWAY_URL), { method: 'HEAD', cache: 'no-store' })
