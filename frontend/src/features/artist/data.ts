import 'server-only'
import { cache } from 'react'
import { ArtistDocument, ArtistsDocument, type ArtistsQueryVariables } from '@/gen/graphql'
import { read } from '@/lib/apollo/server'
import { offered } from '@/lib/phases/server'
import { idOf } from '@/lib/slug'
import { named, namedIn } from './model'

export const listArtists = async (variables: ArtistsQueryVariables) =>
  (await read(ArtistsDocument, variables, { tags: ['artists'] })).artists

/** Artists whose name contains the words of a search, ignoring accents, so that a search finds them and not only their works. */
export async function artistsNamed(search: string) {
  const filter = namedIn(search)
  return filter ? named(await listArtists({ filter })) : []
}

/** An artist with one page of their works; null if there isn't one. */
export const getArtist = cache(async (slug: string, page: number) => {
  const tags = ['artists', 'artworks', `artist:${idOf(slug)}`]
  const { artist } = await read(ArtistDocument, { slug, page }, { tags })
  return (
    artist && { ...artist, artworks: { ...artist.artworks, items: await offered(artist.artworks.items) } }
  )
})
