import { listPostCategories, listPosts } from '@/features/post/data'
import { env } from '@/lib/env'
import { element, xml } from '@/lib/xml'
import { listingDescription } from '@/messages/blog'

interface Context {
  params: Promise<{ lang: string }>
}

/** The newest posts as RSS 2.0. */
export async function GET(_: Request, { params }: Context) {
  const { lang } = await params
  const root = new URL(`/${lang}/blog/`, env().PUBLIC_URL).href
  const [{ items }, categories] = await Promise.all([listPosts({}), listPostCategories()])
  const entries = items.map((post) => {
    const url = `${root}${post.slug}/`
    return element(
      'item',
      element('title', xml(post.title)) +
        element('link', xml(url)) +
        // Not the address, because it changes with the title.
        `<guid isPermaLink="false">${xml(new URL(`/posts/${post.id}`, root).href)}</guid>` +
        element('pubDate', new Date(post.publishedAt).toUTCString()) +
        element('category', xml(post.categoryName)) +
        (post.summary ? element('description', xml(post.summary)) : ''),
    )
  })
  const channel =
    element('title', 'Vitrine: blog') +
    element('link', xml(root)) +
    element('description', xml(listingDescription(categories))) +
    element('language', lang) +
    `<atom:link href="${xml(`${root}feed.xml`)}" rel="self" type="application/rss+xml"/>` +
    entries.join('')
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${element('channel', channel)}</rss>`,
    {
      headers: {
        'content-type': 'application/rss+xml; charset=utf-8',
        'cache-control': 'public, max-age=300',
      },
    },
  )
}
