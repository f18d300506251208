import { type NextRequest, NextResponse } from 'next/server'
import { defaultLocale, isLocale, localeCookie, negotiate } from '@/lib/locale'

/**
 * Addresses before pages: one redirect at most gives a path its language and its trailing slash.
 * Paths with a dot (files) and those of the API never come here.
 */
export function proxy(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  const first = pathname.split('/')[1] || undefined
  // nextUrl hides whether the visitor wrote the slash; the address itself does not.
  const path = new URL(request.url).pathname
  const slashed = path.endsWith('/') ? path : `${path}/`
  const to = (target: string) => new URL(`${target}${search}`, request.url)

  // The framework answers what cannot be decoded with an error of its own.
  if (!isDecodable(path)) return NextResponse.rewrite(to(`/${defaultLocale}/404/`))
  if (isLocale(first)) return path === slashed ? NextResponse.next() : NextResponse.redirect(to(slashed), 308)

  const locale = negotiate(request.cookies.get(localeCookie)?.value, request.headers.get('accept-language'))
  // The profile area lives without a prefix as well, in the visitor's language.
  if (first === 'profile') {
    return path === slashed
      ? NextResponse.rewrite(to(`/${locale}${slashed}`))
      : NextResponse.redirect(to(slashed), 308)
  }
  const response = NextResponse.redirect(to(`/${locale}${slashed}`), 307)
  response.headers.set('Vary', 'Accept-Language, Cookie')
  return response
}

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
