import 'server-only'
import { getEdition, listArtworksByIds, listEditionFilms } from '@/features/artwork/data'
import type { Collector } from '@/features/collector/model'
import type { ArtworksByIdsQuery, EditionFilmsQuery } from '@/gen/graphql'
import { tokenIdOf } from '@/lib/edition-number'
import { ratioOf } from '@/ui/picture-source'

type Artwork = ArtworksByIdsQuery['artworks']['items'][number]

/** A chosen work with the catalog's data about it. */
export interface ShownWork {
  tokenId: string
  artwork: Artwork
  edition: number
  text: string
  /** The colour that the collector chose for its wall, empty without one. */
  wall: string
  ratio: number
  /** The input from which a live work draws this edition; undefined for other works, and if unknown. */
  hash?: string
  /** The film of the edition being drawn; undefined without one. */
  film?: EditionFilmsQuery['editionFilms'][number]
  href: string
}

/** The works of a page, in their order, without those that are no longer in the catalog. */
export async function worksOf(lang: string, { works = [] }: Collector): Promise<ShownWork[]> {
  const artworks = await listArtworksByIds([...new Set(works.map(({ artworkId }) => artworkId))])
  const shown = await Promise.all(
    works.map(async ({ artworkId, editionNumber: edition, text, wall }): Promise<ShownWork | null> => {
      const artwork = artworks.get(artworkId)
      if (!artwork) return null
      const live = Boolean(artwork.media[0]?.generatorPath)
      const page = `/${lang}/artworks/${artwork.slug}/`
      return {
        tokenId: tokenIdOf(artworkId, edition),
        artwork,
        edition,
        text,
        wall,
        ratio: ratioOf(artwork.media[0]),
        hash: live ? (await getEdition(artwork.slug, edition))?.hash : undefined,
        href: artwork.editionSize > 1 ? `${page}?edition=${edition}` : page,
      }
    }),
  )
  const known = shown.filter((work) => work !== null)
  const films = await listEditionFilms(known.filter(({ hash }) => hash).map(({ tokenId }) => tokenId))
  return known.map((work) => ({ ...work, film: films.get(work.tokenId) }))
}
