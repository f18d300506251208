import { PostPreviewDocument, type PostPreviewQuery } from '@/gen/graphql'
import { query } from '@/lib/api/query'

export type PostPreview = NonNullable<PostPreviewQuery['postPreview']>

/** An unpublished post; null where the token of its link names none, or is too old. */
export const readPreview = async (token: string): Promise<PostPreview | null> =>
  (await query(PostPreviewDocument, { token })).postPreview
