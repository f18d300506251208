import 'server-only'
import { cache } from 'react'
import { PageDocument } from '@/gen/graphql'
import { read } from '@/lib/apollo/server'

/** A content page such as the terms; null if the content has none. */
export const getPage = cache(
  async (slug: string) => (await read(PageDocument, { slug }, { tags: ['pages', `page:${slug}`] })).page,
)
