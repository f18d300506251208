import 'server-only'
import { cache } from 'react'
import { ArtistDocument, ArtistsDocument, type ArtistsQueryVariables } from '@/gen/graphql'
import { read } from '@/lib/apollo/server'
import { idOf } from '@/lib/slug'

export const listArtists = async (variables: ArtistsQueryVariables) =>
  (await read(ArtistsDocument, variables, { tags: ['artists'] })).artists

/**
 * Artists whose name holds the words of a search, with or without their accents, so that a search for somebody leads to them
 * and not only to their works. None where the words are too few to mean somebody.
 */
export async function artistsNamed(search: string) {
  const name = search.trim()
  if (name.length < 3) return []
  const { items, totalCount } = await listArtists({ filter: { artistName: { contains: name } } })
  return totalCount <= 5 ? items : []
}

/** An artist with one page of their works; null where there is none. */
export const getArtist = cache(
  async (slug: string, page: number) =>
    (await read(ArtistDocument, { slug, page }, { tags: ['artists', 'artworks', `artist:${idOf(slug)}`] }))
      .artist,
)
