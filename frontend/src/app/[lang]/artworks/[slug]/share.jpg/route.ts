import sharp from 'sharp'
import { getArtwork } from '@/features/artwork/data'
import { isComing } from '@/features/artwork/model'
import { env } from '@/lib/env'
import { keeping } from './kept'

interface Context {
  params: Promise<{ lang: string; slug: string }>
}

const width = 1200
const height = 630
const margin = 48

/** Some hundred kilobytes each. Repeated requests for the same one must not keep a core busy. */
const kept = keeping<Uint8Array<ArrayBuffer>>(64)

const later = () => new Response('Not here now', { status: 503, headers: { 'retry-after': '60' } })

/** Null if the rendition is not available now. */
async function draw(rendition: string, background: string) {
  const answer = await fetch(new URL(rendition, env().GATEWAY_URL), { cache: 'no-store' })
  if (!answer.ok) return null
  const work = await sharp(Buffer.from(await answer.arrayBuffer()))
    .resize(width - 2 * margin, height - 2 * margin, { fit: 'inside' })
    .toBuffer()
  const picture = await sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: work, gravity: 'centre' }])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
  return new Uint8Array(picture)
}

/** The picture that a shared link shows: the whole work in its proportions, on its own colour. */
export async function GET(_: Request, { params }: Context) {
  const { slug } = await params
  const artwork = await getArtwork(slug)
  const face = artwork?.media[0]
  const source = face?.renditions.find((rendition) => rendition.width >= width) ?? face?.renditions.at(-1)
  // Crawlers forget what is not found.
  if (face && isComing(face)) return later()
  // Only files of this deployment are fetched.
  if (!face || !source?.url.startsWith('/assets/')) return new Response('Not found', { status: 404 })
  const color = face.color ?? '#f4f4f0'
  // The address of a rendition names its content: what was drawn of it is never old.
  const picture = await kept(`${source.url} ${color}`, () => draw(source.url, color))
  if (!picture) return later()
  return new Response(picture, {
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=86400' },
  })
}
