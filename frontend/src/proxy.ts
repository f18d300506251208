import { type NextRequest, NextResponse } from 'next/server'
import { exists } from '@/lib/exists'
import { defaultLocale, isLocale, negotiate, storedLocale } from '@/lib/locale'
import { tagsOfPage } from '@/lib/revalidation/page-tags'

/**
 * Adds the language prefix and the trailing slash to a path with a single redirect.
 * Paths with a dot (files) and API paths are excluded.
 */
export async function proxy(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  const first = pathname.split('/')[1] || undefined
  // nextUrl hides whether the address had a trailing slash, so read the URL itself.
  const path = new URL(request.url).pathname
  const slashed = path.endsWith('/') ? path : `${path}/`
  const to = (target: string) => new URL(`${target}${search}`, request.url)

  // Next.js responds with its own error page to a path that can't be decoded.
  if (!isDecodable(path)) return NextResponse.rewrite(to(nowhere))
  if (isLocale(first)) {
    if (path !== slashed) return NextResponse.redirect(to(slashed), 308)
    const page = pathname.slice(first.length + 1)
    if (isDocument(request) && !(await exists(page))) return NextResponse.rewrite(to(nowhere))
    const response = NextResponse.next()
    // The gateway lets a CDN keep pages with tags, and removes them from all other responses.
    const tags = tagsOfPage(page)
    if (tags) response.headers.set('Surrogate-Key', tags.join(' '))
    // Next.js sends no-store with pages that it renders for each visit, and browsers forget such a page as soon as it is left.
    if (tags || sameForAll.has(pathname.split('/')[2] ?? ''))
      response.headers.set('Cache-Control', 'no-cache')
    return response
  }

  const stored = storedLocale((name) => request.cookies.get(name)?.value)
  const locale = negotiate(stored, request.headers.get('accept-language'))
  // The profile area also exists without a prefix, in the visitor's language.
  if (first === 'profile') {
    return path === slashed
      ? NextResponse.rewrite(to(`/${locale}${slashed}`))
      : NextResponse.redirect(to(slashed), 308)
  }
  const response = NextResponse.redirect(to(`/${locale}${slashed}`), 307)
  response.headers.set('Vary', 'Accept-Language, Cookie')
  return response
}

/** First segments of public pages without tags. What others show to a person must not be kept. */
const sameForAll: ReadonlySet<string> = new Set(['collectors', 'tv'])

/** An address that matches no route, so that global-not-found.tsx is rendered with the status 404. */
const nowhere = `/${defaultLocale}/404/not-found/`

/**
 * Whether the page itself is requested. A navigation within the site requests its data, and loads the page fully after a 404. The service
 * worker requests pages with the destination "empty", too, but in the mode of a navigation.
 */
const isDocument = ({ method, headers }: NextRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  (headers.get('sec-fetch-dest') !== 'empty' || headers.get('sec-fetch-mode') === 'navigate')

function isDecodable(path: string) {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

export const config = {
  matcher:
    '/((?!_next/|api/|graphql|rpc/|assets/|internal/|monitoring|healthz|readyz|work-of-the-day/|.*\\..*).*)',
}
