import { getPost } from '@/features/post/data'
import { formatDate } from '@/lib/time'
import { respondWithCard } from '../../../share-response'

interface Context {
  params: Promise<{ lang: string; slug: string }>
}

/** The share card of a post. */
export async function GET(_: Request, { params }: Context) {
  const post = await getPost((await params).slug)
  if (!post) return new Response('Not found', { status: 404 })
  const lines = [post.author, formatDate(post.publishedAt)].filter((line): line is string => Boolean(line))
  return respondWithCard(post.cover, { small: post.categoryName, title: post.title, lines }, { bare: true })
}
