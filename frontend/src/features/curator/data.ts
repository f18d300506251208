import 'server-only'
import { cache } from 'react'
import { CuratorDocument, CuratorsDocument } from '@/gen/graphql'
import { read } from '@/lib/apollo/server'
import { idOf } from '@/lib/slug'

export const listCurators = cache(
  async () => (await read(CuratorsDocument, {}, { tags: ['curators'] })).curators,
)

export const getCurator = cache(
  async (slug: string, page: number) =>
    (await read(CuratorDocument, { slug, page }, { tags: ['curators', 'artworks', `curator:${idOf(slug)}`] }))
      .curator,
)
