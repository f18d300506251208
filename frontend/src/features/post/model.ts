import type { PostFilter } from '@/gen/graphql'
import { first, href, pageOf, type RawParams } from '@/lib/params'
import { idOf } from '@/lib/slug'

/** A category's name, made from its slug if the category in the address doesn't exist. */
export const categoryName = (categories: readonly { slug: string; name: string }[], slug: string) =>
  categories.find((category) => category.slug === slug)?.name ??
  slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')

interface PostsQuery {
  title: string
  category: string
  /** A year, or nothing. */
  date: string
  page: number
}

export function parsePosts(params: RawParams): PostsQuery {
  const date = first(params, 'postDate') ?? ''
  return {
    title: (first(params, 'postTitle') ?? '').slice(0, 200),
    category: first(params, 'postCategory') ?? '',
    date: /^(19|20)\d{2}$/.test(date) ? date : '',
    page: pageOf(params),
  }
}

export const postsHref = (path: string, { title, category, date, page }: PostsQuery) =>
  href(path, { postTitle: title, postCategory: category, postDate: date, page })

/** The number of works below a post. */
const shown = 6

/** The ids of works linked in a post's Markdown, in its order, without duplicates, up to the number that is shown. */
export function worksIn(body: string): string[] {
  const links = body.matchAll(/\]\(\/[a-z]{2}\/artworks\/([^)\s/?#]+)/g)
  const ids = [...links].flatMap(([, slug = '']) => idOf(slug) ?? [])
  return [...new Set(ids)].slice(0, shown)
}

export function toFilter({ title, category, date }: PostsQuery): PostFilter {
  return {
    ...(title && { postTitle: title }),
    ...(category && { postCategory: category }),
    ...(date && { postDate: { from: `${date}-01-01T00:00:00Z`, to: `${date}-12-31T23:59:59Z` } }),
  }
}
