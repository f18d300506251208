import 'server-only'
import { cache } from 'react'
import { ArtistDocument, ArtistsDocument, type ArtistsQueryVariables } from '@/gen/graphql'
import { read } from '@/lib/graphql'
import { idOf } from '@/lib/slug'

export const listArtists = async (variables: ArtistsQueryVariables) =>
  (await read(ArtistsDocument, variables, { tags: ['artists'] })).artists

/** An artist with one page of their works; null where there is none. */
export const getArtist = cache(
  async (slug: string, page: number) =>
    (await read(ArtistDocument, { slug, page }, { tags: ['artists', 'artworks', `artist:${idOf(slug)}`] }))
      .artist,
)
