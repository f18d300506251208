import { listPostCategories, listPosts } from '@/features/post/data'
import { env } from '@/lib/env'
import { feed } from '@/lib/feed'
import { listingDescription } from '@/messages/blog'

interface Context {
  params: Promise<{ lang: string }>
}

/** The newest posts. */
export async function GET(_: Request, { params }: Context) {
  const { lang } = await params
  const url = new URL(`/${lang}/blog/`, env().PUBLIC_URL).href
  const [{ items }, categories] = await Promise.all([listPosts({}), listPostCategories()])
  return feed({
    title: 'Vitrine: blog',
    subtitle: listingDescription(categories),
    lang,
    url,
    self: `${url}feed.xml`,
    entries: items.map(({ id, slug, title, publishedAt, summary, author, categoryName }) => ({
      id: new URL(`/posts/${id}`, url).href,
      url: `${url}${slug}/`,
      title,
      updated: publishedAt,
      published: publishedAt,
      summary,
      author,
      category: categoryName,
    })),
  })
}
