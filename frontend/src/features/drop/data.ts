import 'server-only'
import { cache } from 'react'
import { DropDocument, DropsDocument, type DropsQueryVariables } from '@/gen/graphql'
import { read } from '@/lib/apollo/server'
import { idOf } from '@/lib/slug'

export const listDrops = async (variables: DropsQueryVariables) =>
  (await read(DropsDocument, variables, { tags: ['drops'] })).drops

export const getDrop = cache(
  async (slug: string, page: number) =>
    (await read(DropDocument, { slug, page }, { tags: ['drops', 'artworks', `drop:${idOf(slug)}`] })).drop,
)

/** Up to three drops to go on to: live ones, then the next to open, then the last that ended. */
export const otherDrops = async (id: string) =>
  (await listDrops({ sort: 'OPEN_FIRST' })).items.filter((drop) => drop.id !== id).slice(0, 3)
