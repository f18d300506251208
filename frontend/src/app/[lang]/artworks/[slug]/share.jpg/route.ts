import { getArtwork } from '@/features/artwork/data'
import { editionLabel, offerLabel } from '@/features/artwork/model'
import { editionOf } from '@/lib/edition-number'
import { editionOf as editionWords } from '@/messages/artwork-live'
import { editionFace } from '../../../edition-face'
import { later, respondWithCard } from '../../../share-response'

interface Context {
  params: Promise<{ lang: string; slug: string }>
}

/** The share card of a work, or of the edition that `?edition=` names. An edition of a live work shows its own output. */
export async function GET(request: Request, { params }: Context) {
  const { slug } = await params
  const artwork = await getArtwork(slug)
  if (!artwork) return new Response('Not found', { status: 404 })
  const { editionSize } = artwork
  const edition = editionOf(new URL(request.url).searchParams.get('edition'), editionSize)
  const face = artwork.media[0]
  const own = edition !== null && face?.generatorPath ? await editionFace(artwork.id, edition, face) : face
  if (own === null) return later()
  return respondWithCard(own, {
    small: artwork.artist.name,
    title: artwork.title,
    // Who shares an edition shows a work, not an offer.
    lines:
      edition === null
        ? [editionLabel(editionSize), offerLabel(artwork)]
        : [
            editionSize > 1
              ? editionWords(edition, editionSize.toLocaleString('en-US'))
              : editionLabel(editionSize),
          ],
  })
}
