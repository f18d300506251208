import type { Metadata } from 'next'
import { isolate } from '@/messages/direction'
import * as t from '@/messages/metadata'
import { locales } from './locale'

/**
 * Canonical address and the same page in every language; `path` includes its language: "/en/drops/". Each page of a listing has
 * its own address, so that search engines find its content; filters, orders and other parameters are left out.
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
 * The page number of a listing's address, for `alternates`. With a filter or another order it is the first, because those
 * are left out. After the last page it is also the first, because such addresses are endless. `plain` is the query of the bare address.
 */
export async function pageOfListing<Query extends { page: number }>(
  query: Query,
  plain: Query,
  pageCount: () => Promise<number>,
) {
  const bare = JSON.stringify({ ...query, page: 1 }) === JSON.stringify({ ...plain, page: 1 })
  return query.page > 1 && bare && query.page <= (await pageCount()) ? query.page : 1
}

/** Each page of a listing has its own title, which screen readers announce. */
export const titleOf = (title: string, page: number) => {
  const whole = isolate(title)
  return page > 1 ? t.numberedTitle(whole, page) : whole
}

/** The title in the browser's tab, as the layout's metadata builds it. */
export const tabTitle = (title: string) => t.documentTitle(title)

/** The gallery's name in tabs, shared links and on home screens. */
export const siteName = t.siteName

/** The background colour of pages in each theme, for the browser's own bars. */
export const pageColors = { light: '#fdfdfb', dark: '#0e0e0d' } as const

/** Describes the gallery, for pages without their own description. */
export const siteDescription = t.siteDescription

/** The picture of a shared link. Without width and height, readers have to load it before layout. */
export interface SharedPicture {
  url: string
  width: number
  height: number
  alt: string
}

/** For pages without their own picture. */
export const sitePicture: SharedPicture = {
  url: '/share.jpg',
  width: 1200,
  height: 630,
  alt: t.sharePictureAlt,
}

interface Shared {
  title: string
  description: string
  path: string
  picture?: SharedPicture | null
  /** RFC 3339; of articles. */
  published?: string
}

/** The metadata of a shared link. A page's own replaces the layout's as a whole, so it contains everything. */
export function openGraph({ title, description, path, picture, published }: Shared): Metadata['openGraph'] {
  return {
    siteName,
    locale: 'en',
    title,
    description,
    url: path,
    images: [picture ?? sitePicture],
    ...(published ? { type: 'article', publishedTime: published } : { type: 'website' }),
  }
}
