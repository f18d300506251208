import 'server-only'
import { cache } from 'react'
import { PostDocument, PostsDocument, type PostsQueryVariables } from '@/gen/graphql'
import { read } from '@/lib/graphql'
import { idOf } from '@/lib/slug'

export const listPosts = async (variables: PostsQueryVariables) =>
  (await read(PostsDocument, variables, { tags: ['posts'] })).posts

export const getPost = cache(
  async (slug: string) =>
    (await read(PostDocument, { slug }, { tags: ['posts', `post:${idOf(slug)}`] })).post,
)
