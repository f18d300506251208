import { type APIResponse, expect, type Page, test } from '@playwright/test'
import { sample, templates } from './gallery'
import { settings } from './settings'
import { visit } from './visit'

/** The headers that every response has; null means that no response may have it. */
const all = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'strict-transport-security': settings.baseURL.startsWith('https:')
    ? 'max-age=63072000; includeSubDomains; preload'
    : null,
  'set-cookie': null,
  server: null,
  'x-powered-by': null,
}
const own = { 'cross-origin-resource-policy': 'same-origin', 'access-control-allow-origin': null }
const openly = 'strict-origin-when-cross-origin'
const silently = 'no-referrer'
const nothing = "default-src 'none'; frame-ancestors 'none'"

/** The policy of pages, with NONCE and HASH for what differs. */
async function pagePolicy(page: Page) {
  const { artOrigin } = (await (await page.request.get('/api/config')).json()) as { artOrigin: string }
  return [
    "default-src 'none'; script-src 'strict-dynamic' NONCE HASH; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:",
    "media-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'",
    `frame-src ${artOrigin}; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'`,
    "require-trusted-types-for 'script'; trusted-types default vitrine",
  ].join('; ')
}

/** Each header once or not at all, with exactly its value. */
function protects(response: APIResponse, path: string, expected: Record<string, string | null>) {
  const given = response.headersArray()
  const said: typeof expected = {}
  for (const name of Object.keys(expected)) {
    const values = given.filter((header) => header.name.toLowerCase() === name).map(({ value }) => value)
    said[name] = values.length > 0 ? values.join(' AND ') : null
  }
  const policy = said['content-security-policy']
  if (policy)
    said['content-security-policy'] = policy
      .replace(/'nonce-[\w-]{22}'/, 'NONCE')
      .replace(/'sha256-[A-Za-z0-9+/]{43}='/, 'HASH')
  expect(said, path).toEqual(expected)
}

test('a response of each kind has exactly its headers', async ({ page }) => {
  const { request } = page
  const slugs = await sample()
  const policy = await pagePolicy(page)
  const pages: [path: string, status: number, referrer: string][] = [
    ['/en/', 200, openly],
    [templates.artwork!(slugs), 200, openly],
    ['/en/profile/', 200, openly],
    ['/en/nothing/hangs/here/', 404, openly],
    ['/en/login/', 200, silently],
    ['/en/approve-token-withdrawal/', 200, silently],
    ['/en/payout-wallet-approve-page/', 200, silently],
    ['/en/payout-alert/', 200, silently],
  ]
  const nonces = new Set<string>()
  for (const [path, status, referrer] of [...pages, ...pages]) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(status)
    protects(response, path, {
      ...all,
      ...own,
      'referrer-policy': referrer,
      'content-security-policy': policy,
    })
    // Without its scripts a page wouldn't react. Each response has its own nonce, also if the page is cached.
    const nonce = /'nonce-([\w-]{22})'/.exec(response.headers()['content-security-policy']!)![1]
    expect(await response.text(), path).toContain(`nonce="${nonce}"`)
    expect(nonces.has(nonce!), path).toBe(false)
    nonces.add(nonce!)
  }

  const chunk = /\/_next\/static\/[^"]+\.js/.exec(await (await request.get('/en/')).text())![0]
  const others: [path: string, status: number, referrer: string, policy: string][] = [
    [
      '/sw.js',
      200,
      openly,
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
    ],
    [chunk, 200, openly, nothing],
    ['/api/config', 200, silently, nothing],
    ['/api/nothing', 404, silently, nothing],
    ['/graphql', 400, openly, nothing],
    ['/rpc/5', 405, openly, nothing],
    ['/internal/revalidate', 404, openly, nothing],
  ]
  for (const [path, status, referrer, policy] of others) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(status)
    protects(response, path, {
      ...all,
      ...own,
      // What needs no login is for pages of other origins, too.
      ...(['/api/config', '/graphql'].includes(path) && { 'access-control-allow-origin': '*' }),
      'referrer-policy': referrer,
      'content-security-policy': policy,
    })
  }
})

test('a picture can be shown anywhere and runs no code', async ({ page }) => {
  const { request } = page
  const html = await (await request.get('/en/artworks/')).text()
  const path = /\/assets\/[0-9a-f]{20}\/[0-9a-z][0-9a-z.-]*/.exec(html)![0]
  const response = await request.get(path)
  expect(response.status(), path).toBe(200)
  protects(response, path, {
    ...all,
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'referrer-policy': openly,
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'none'; sandbox",
  })
})

test('no page violates its policy', async ({ page }) => {
  const broken: string[] = []
  await page.exposeFunction('vitrineBroken', (what: string) => broken.push(what))
  await page.addInitScript(() => {
    // Live works have their own policy.
    if (window.top !== window) return
    document.addEventListener('securitypolicyviolation', (event) => {
      const { vitrineBroken } = window as unknown as { vitrineBroken: (what: string) => void }
      vitrineBroken(
        `${document.location.pathname}: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`,
      )
    })
  })
  // From page to page by client-side navigation, as visitors do. addresses.spec.ts loads each page.
  await visit(page, '/en/')
  const main = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Artworks', 'Artists', 'Blog']) {
    await main.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  expect(broken).toEqual([])

  // Injected text that would be parsed or loaded is dropped or rejected (Trusted Types).
  const got = await page.evaluate(() => {
    const attempt = (what: () => void) => {
      try {
        what()
        return 'allowed'
      } catch (error) {
        return (error as Error).name
      }
    }
    const box = document.createElement('div')
    box.innerHTML = '<b>from elsewhere</b>'
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown }
    }
    return {
      markup: box.innerHTML,
      script: attempt(() => {
        document.createElement('script').src = '/assets/0123456789abcdef0123/a.js'
      }),
      text: attempt(() => {
        document.createElement('script').text = 'window.ran = true'
      }),
      policy: attempt(() => trustedTypes.createPolicy('another', {})),
    }
  })
  expect(got).toEqual({ markup: '', script: 'TypeError', text: 'TypeError', policy: 'TypeError' })
  await expect.poll(() => broken).toHaveLength(3)
  broken.length = 0

  // Injected markup in the page itself doesn't run scripts either, and the policy reports it.
  await page.route('**/en/blog/', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      '</main>',
      '<img alt="" src="/nothing.png" onerror="window.ran = true"></main>',
    )
    await route.fulfill({ response, body })
  })
  await page.goto('/en/blog/')
  await expect.poll(() => broken.some((what) => what.includes('script-src'))).toBe(true)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})
