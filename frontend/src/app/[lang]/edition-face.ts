import { drawingOrPlate, drawingPath, drawingUrl, withDrawing } from '@/lib/drawing'
import { env } from '@/lib/env'
import type { PictureData } from '@/ui/picture-source'

/** How many times, and at which interval in milliseconds, to look for a drawing that takes some seconds, because readers of link previews try once. */
const tries = 5
const pause = 1200

/**
 * The main picture of a live work, replaced by the output of an edition. The catalog draws it when it is first requested: null if
 * that takes longer than the readers of link previews wait. A plate with the number if the catalog can't draw the edition.
 */
export async function editionFace<Face extends PictureData>(
  artworkId: string,
  edition: number,
  face: Face,
): Promise<Face | null> {
  const path = drawingPath(artworkId, edition)
  let response = await head(path)
  for (let i = 1; response.status === 503 && i < tries; i++) {
    await new Promise((done) => setTimeout(done, pause))
    response = await head(path)
  }
  if (response.status === 404) return withDrawing(face, drawingOrPlate(artworkId, edition))
  if (!response.ok) return null
  return withDrawing(face, drawingUrl(path, response))
}

const head = (path: string) => fetch(new URL(path, env().GATEWAY_URL), { method: 'HEAD', cache: 'no-store' })
