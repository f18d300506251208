import 'server-only'
import { cache } from 'react'
import { DropDocument, DropsDocument, type DropsQueryVariables, ExhibitionDocument } from '@/gen/graphql'
import { read } from '@/lib/apollo/server'
import { offered } from '@/lib/phases/server'
import { idOf } from '@/lib/slug'

export const listDrops = async (variables: DropsQueryVariables) =>
  (await read(DropsDocument, variables, { tags: ['drops'] })).drops

export const getDrop = cache(async (slug: string, page: number) => {
  const tags = ['drops', 'artworks', `drop:${idOf(slug)}`]
  const { drop } = await read(DropDocument, { slug, page }, { tags })
  if (!drop) return null
  return { ...drop, artworks: { ...drop.artworks, items: await offered(drop.artworks.items, drop) } }
})

/** A drop with all its works, at most 270 of them: ten pages of a listing. Null if there is no such drop. */
export const getExhibition = cache(async (slug: string) => {
  const tags = ['drops', 'artworks', `drop:${idOf(slug)}`]
  const page = async (page: number) => (await read(ExhibitionDocument, { slug, page }, { tags })).drop
  const drop = await page(1)
  if (!drop) return null
  const { artworks, ...rest } = drop
  const further = Array.from({ length: Math.max(0, Math.min(artworks.pageCount, 10) - 1) }, (_, i) =>
    page(i + 2),
  )
  const pages = await Promise.all(further)
  const works = [...artworks.items, ...pages.flatMap((page) => page?.artworks.items ?? [])]
  return { ...rest, works: await offered(works) }
})

/** Up to three more drops: live ones, then the next to open, then the last that ended. */
export const otherDrops = async (id: string) =>
  (await listDrops({ sort: 'OPEN_FIRST' })).items.filter((drop) => drop.id !== id).slice(0, 3)
