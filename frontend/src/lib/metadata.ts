import type { Metadata } from 'next'
import { locales } from './locale'

/**
 * Canonical address and the same page in every language; `path` has its language: "/en/drops/". Each page of a listing is
 * a page of its own, so that what is on it can be found; filters, orders and whatever links add are left out.
 */
export function alternates(listing: string, page = 1) {
  const path = page > 1 ? `${listing}?page=${page}` : listing
  const rest = path.replace(/^\/[a-z]{2}(?=\/)/, '')
  return {
    canonical: path,
    languages: {
      ...Object.fromEntries(locales.map((locale) => [locale, `/${locale}${rest}`])),
      'x-default': `/${locales[0]}${rest}`,
    },
  }
}

/**
 * Which page of its listing an address is, for `alternates`. With a filter or another order it is the first, because those
 * are left out; so is one after the last page, of which there is no end. `plain` is the query of the bare address.
 */
export async function pageOfListing<Query extends { page: number }>(
  query: Query,
  plain: Query,
  pageCount: () => Promise<number>,
) {
  const bare = JSON.stringify({ ...query, page: 1 }) === JSON.stringify({ ...plain, page: 1 })
  return query.page > 1 && bare && query.page <= (await pageCount()) ? query.page : 1
}

interface Shared {
  title: string
  description: string
  path: string
  /** Address of a picture, and what is to be seen on it. */
  image?: string | null
  alt?: string | null
  /** RFC 3339; of articles. */
  published?: string
}

/** What a shared link shows. A page's own replaces the layout's as a whole, so it says everything. */
export function openGraph({
  title,
  description,
  path,
  image,
  alt,
  published,
}: Shared): Metadata['openGraph'] {
  return {
    siteName: 'Vitrine',
    locale: 'en',
    title,
    description,
    url: path,
    images: image ? [{ url: image, alt: alt || undefined }] : [],
    ...(published ? { type: 'article', publishedTime: published } : { type: 'website' }),
  }
}
