import 'server-only'
import { cache } from 'react'
import { CuratorDocument, CuratorsDocument } from '@/gen/graphql'
import { read } from '@/lib/apollo/server'
import { offered } from '@/lib/phases/server'
import { idOf } from '@/lib/slug'

export const listCurators = cache(
  async () => (await read(CuratorsDocument, {}, { tags: ['curators'] })).curators,
)

export const getCurator = cache(async (slug: string, page: number) => {
  const tags = ['curators', 'artworks', `curator:${idOf(slug)}`]
  const { curator } = await read(CuratorDocument, { slug, page }, { tags })
  if (!curator) return null
  return { ...curator, artworks: { ...curator.artworks, items: await offered(curator.artworks.items) } }
})
