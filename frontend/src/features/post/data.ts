import 'server-only'
import { cache } from 'react'
import {
  ArtworksByIdsDocument,
  PostCategoriesDocument,
  PostDocument,
  PostsDocument,
  type PostsQueryVariables,
} from '@/gen/graphql'
import { read } from '@/lib/apollo/server'
import { idOf } from '@/lib/slug'
import { worksIn } from './model'

export const listPosts = async (variables: PostsQueryVariables) =>
  (await read(PostsDocument, variables, { tags: ['posts'] })).posts

export const listPostCategories = cache(
  async () => (await read(PostCategoriesDocument, {}, { tags: ['posts'] })).postCategories,
)

export const getPost = cache(
  async (slug: string) =>
    (await read(PostDocument, { slug }, { tags: ['posts', `post:${idOf(slug)}`] })).post,
)

/** The works linked in a post, in its order, without those that don't exist. */
export async function listWorksIn(body: string) {
  const ids = worksIn(body)
  if (ids.length === 0) return []
  const { items } = (await read(ArtworksByIdsDocument, { ids }, { tags: ['artworks'] })).artworks
  return ids.flatMap((id) => items.find((work) => work.id === id) ?? [])
}
