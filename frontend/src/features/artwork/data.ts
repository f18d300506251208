import 'server-only'
import { cache } from 'react'
import {
  ArtworkDocument,
  type ArtworkQuery,
  ArtworkSlugsDocument,
  ArtworkSummaryDocument,
  ArtworksByIdsDocument,
  ArtworksDocument,
  type ArtworksQueryVariables,
  CategoriesDocument,
  EditionFilmsDocument,
  EditionsDocument,
  JustCollectedDocument,
  RelatedDocument,
} from '@/gen/graphql'
import { read } from '@/lib/apollo/server'
import { sells } from '@/lib/env'
import { offered } from '@/lib/phases/server'
import { idOf } from '@/lib/slug'
import { startOf } from './live-editions'
import { artworkTags, isGone, similarSearchOf, unsold } from './model'

/** A page of the listing; every artwork's events revalidate it. */
export const listArtworks = async (variables: ArtworksQueryVariables) => {
  const { artworks } = await read(ArtworksDocument, variables, { tags: ['artworks'] })
  return { ...artworks, items: await offered(artworks.items) }
}

/** Null if the artwork doesn't exist. */
export const getArtwork = cache(async (slug: string) => {
  const id = idOf(slug)
  const { artwork } = await read(ArtworkDocument, { slug, except: id }, { tags: artworkTags(id) })
  if (!artwork) return null
  const [whole] = await offered([sells() ? artwork : unsold(artwork)], artwork.drop)
  return whole!
})

/**
 * Up to three works by other artists: the most similar ones or, for a work that can't be bought, available ones with the same technique if
 * possible.
 */
export async function getAlike(artwork: NonNullable<ArtworkQuery['artwork']>) {
  if (!isGone(artwork)) {
    const { relatedArtworks } = await read(
      RelatedDocument,
      { slug: artwork.slug },
      { tags: artworkTags(artwork.id) },
    )
    return offered(relatedArtworks.filter(({ artist }) => artist.id !== artwork.artist.id).slice(0, 3))
  }
  const search = similarSearchOf(artwork.medium)
  const [alike, newest] = await Promise.all([
    search ? listArtworks({ filter: { search, availability: ['AVAILABLE'] }, sort: 'RELEVANCE' }) : null,
    listArtworks({ filter: { category: [artwork.category], availability: ['AVAILABLE'] } }),
  ])
  const found = new Map([...(alike?.items ?? []), ...newest.items].map((work) => [work.id, work]))
  return [...found.values()]
    .filter(({ artist, purchasePrice }) => artist.id !== artwork.artist.id && purchasePrice)
    .slice(0, 3)
}

/** Up to three works with a recently sold edition, the last sale first. */
export const justCollected = async () =>
  (await read(JustCollectedDocument, {}, { tags: ['artworks'] })).justCollected

/** The first editions of a work with the hashes from which they are drawn. */
export const getFirstEditions = async (slug: string) =>
  (await read(EditionsDocument, { slug, from: 1 }, { tags: artworkTags(idOf(slug)) })).artwork?.editions ?? []

/** An edition of a live work with the hash from which it is drawn; undefined if it doesn't exist. */
export const getEdition = async (slug: string, edition: number) =>
  (
    await read(EditionsDocument, { slug, from: startOf(edition) }, { tags: artworkTags(idOf(slug)) })
  ).artwork?.editions.find(({ number }) => number === edition)

/** A page of the data API. */
const pageSize = 27

/** The artworks of these ids, by id. Those that aren't public are missing. */
export async function listArtworksByIds(ids: string[]) {
  const pages = Array.from({ length: Math.ceil(ids.length / pageSize) }, (_, i) =>
    ids.slice(i * pageSize, (i + 1) * pageSize),
  )
  const readBatch = (some: string[]) =>
    read(ArtworksByIdsDocument, { ids: some }, { tags: ['artworks', ...some.map((id) => `artwork:${id}`)] })
  const items = (await Promise.all(pages.map(readBatch))).flatMap(({ artworks }) => artworks.items)
  return new Map(items.map((artwork) => [artwork.id, artwork]))
}

/** The films of at most 100 tokens, by token. Those that have none are missing, also in the first minute after one was made. */
export async function listEditionFilms(tokenIds: string[]) {
  if (tokenIds.length === 0) return new Map<string, never>()
  const { editionFilms } = await read(
    EditionFilmsDocument,
    { ids: tokenIds },
    { tags: ['artworks'], revalidate: 60 },
  )
  return new Map(editionFilms.map((film) => [film.tokenId, film]))
}

export const getArtworkSummary = cache(async (slug: string) => {
  const { artwork } = await read(ArtworkSummaryDocument, { slug }, { tags: artworkTags(idOf(slug)) })
  return artwork && (await offered([artwork]))[0]!
})

/** The shop's currency and the categories of its works. */
export const getShop = cache(async () => read(CategoriesDocument, {}, { tags: ['artworks', 'categories'] }))

export const listCategories = async () => (await getShop()).categories

/** Slugs alone, for the sitemap. */
export const listArtworkSlugs = async (page: number) =>
  (await read(ArtworkSlugsDocument, { page }, { tags: ['artworks'], revalidate: 3600 })).artworks
