import type { APIRequestContext, Page } from '@playwright/test'

export interface Person {
  email: string
  password: string
}

interface Tokens {
  accessToken: string
  refreshToken: string
}

/** Logs in, or registers, as a browser does: by the form of the identity provider, with the one-time code that it returns. */
export async function startSession(
  request: APIRequestContext,
  screen: 'login' | 'register',
  { email, password }: Person,
): Promise<Tokens> {
  let { at, next } = await sendForm(request, screen, '/en/profile/', { email, password })
  for (;;) {
    const url = new URL(next, at)
    const code = new URLSearchParams(url.hash.slice(1)).get('code')
    if (code) {
      const opened = await request.post('/api/auth/session', { data: { code } })
      if (!opened.ok()) throw new Error(`No session: ${opened.status()} ${await opened.text()}`)
      return (await opened.json()) as Tokens
    }
    const response = await request.get(url.href, { maxRedirects: 0 })
    const location = response.headers().location
    if (!location) throw new Error(`The login ended at ${url.href}: ${response.status()}`)
    at = url.href
    next = location
  }
}

/** Sends the form of the identity provider, and returns where it leads. */
export async function sendForm(
  request: APIRequestContext,
  screen: 'login' | 'register',
  back: string,
  form: Record<string, string>,
) {
  const shown = await request.get(`/api/auth/login?redirect=${encodeURIComponent(back)}&screen=${screen}`)
  const id = /name="request" value="([^"]+)"/.exec(await shown.text())?.[1]
  if (!id) throw new Error(`The identity provider shows no form at ${shown.url()}: ${shown.status()}`)
  const at = new URL(`/${screen}`, shown.url()).href
  const sent = await request.post(at, { form: { request: id, ...form }, maxRedirects: 0 })
  const next = sent.headers().location
  if (!next) throw new Error(`The identity provider refused the form: ${sent.status()}`)
  return { at, next }
}

export const claimsOf = (token: string): { sub: string; exp: number } =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

/** Stores a session in the page's browser, as the site does, without loading a page of the site. The browser has no key for it. */
export async function keepSession(page: Page, { accessToken, refreshToken }: Tokens) {
  // Any address of the site has its storage, and this is the smallest.
  await page.goto('/api/config')
  const state = {
    accessToken,
    refreshToken,
    accessTokenExpirationTimestamp: claimsOf(accessToken).exp * 1000,
  }
  await page.evaluate(
    (stored) => localStorage.setItem('vitrine.auth', stored),
    JSON.stringify({ state, version: 0 }),
  )
}

/** The access token of the person who is logged in on the page. */
export const accessToken = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('vitrine.auth')!).state.accessToken as string)

/** Calls the public API with an access token. Throws unless it succeeds. */
export async function call<Result>(
  request: APIRequestContext,
  token: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
): Promise<Result> {
  const response = await request.fetch(path, {
    method,
    data,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
  })
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
  return (await response.json().catch(() => ({}))) as Result
}

/** Waits until what `read` returns is as wanted. For what the API can tell; pages are waited for with expect. */
export async function until<Result>(
  what: string,
  timeout: number,
  read: () => Promise<Result | null | undefined | false>,
): Promise<Result> {
  for (const end = Date.now() + timeout; ; ) {
    const found = await read()
    if (found) return found
    if (Date.now() > end) throw new Error(`${what}: not within ${timeout / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
