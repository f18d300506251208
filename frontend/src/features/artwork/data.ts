import 'server-only'
import { cache } from 'react'
import {
  ArtworkDocument,
  type ArtworkQuery,
  ArtworkSlugsDocument,
  ArtworkSummaryDocument,
  ArtworksDocument,
  type ArtworksQueryVariables,
  CategoriesDocument,
  EditionsDocument,
} from '@/gen/graphql'
import { read } from '@/lib/apollo/server'
import { idOf } from '@/lib/slug'
import { artworkTags, isGone, likenessOf } from './model'

/** A page of the listing; every artwork's events revalidate it. */
export const listArtworks = async (variables: ArtworksQueryVariables) =>
  (await read(ArtworksDocument, variables, { tags: ['artworks'] })).artworks

/** Null where there is no such artwork. */
export const getArtwork = cache(async (slug: string) => {
  const id = idOf(slug)
  return (await read(ArtworkDocument, { slug, except: id }, { tags: artworkTags(id) })).artwork
})

/** For a work that is not for sale: up to three by other artists that are, with the same technique if possible. */
export async function getAlike(artwork: NonNullable<ArtworkQuery['artwork']>) {
  if (!isGone(artwork)) return []
  const search = likenessOf(artwork.medium)
  const [alike, newest] = await Promise.all([
    search ? listArtworks({ filter: { search, availability: ['AVAILABLE'] }, sort: 'RELEVANCE' }) : null,
    listArtworks({ filter: { category: [artwork.category], availability: ['AVAILABLE'] } }),
  ])
  const found = new Map([...(alike?.items ?? []), ...newest.items].map((work) => [work.id, work]))
  return [...found.values()]
    .filter(({ artist, purchasePrice }) => artist.id !== artwork.artist.id && purchasePrice)
    .slice(0, 3)
}

/** The first editions of a work with the hashes that they are drawn from. */
export const getFirstEditions = async (slug: string) =>
  (await read(EditionsDocument, { slug, from: 1 }, { tags: artworkTags(idOf(slug)) })).artwork?.editions ?? []

export const getArtworkSummary = cache(
  async (slug: string) =>
    (await read(ArtworkSummaryDocument, { slug }, { tags: artworkTags(idOf(slug)) })).artwork,
)

/** The shop's currency and the categories of its works. */
export const getShop = cache(async () => read(CategoriesDocument, {}, { tags: ['artworks', 'categories'] }))

export const listCategories = async () => (await getShop()).categories

/** Slugs alone, for the sitemap. */
export const listArtworkSlugs = async (page: number) =>
  (await read(ArtworkSlugsDocument, { page }, { tags: ['artworks'], revalidate: 3600 })).artworks
