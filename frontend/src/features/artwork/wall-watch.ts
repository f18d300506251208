import { drawingUrl } from '@/lib/drawing'

/** How often, and at which interval in milliseconds, to look again for drawings that aren't made yet. */
const tries = 12
const pause = 5000

/** Loads the picture of a work's first editions again whenever one of them was drawn, until all are. Never rejects. */
export async function watchWall(img: HTMLImageElement, signal: AbortSignal) {
  const { pathname } = new URL(img.currentSrc || img.src, location.href)
  let shown: string | null = null
  for (let i = 0; i < tries && !signal.aborted; i++) {
    const response = await fetch(pathname, { method: 'HEAD', signal }).catch(() => null)
    if (!response?.ok) return
    const tag = response.headers.get('etag')
    if (shown !== null && tag !== shown) {
      img.removeAttribute('srcset')
      img.src = drawingUrl(pathname, response)
    }
    shown = tag
    // It says when to try again only while drawings are missing.
    if (!response.headers.has('retry-after')) return
    await new Promise((done) => setTimeout(done, pause))
  }
}
