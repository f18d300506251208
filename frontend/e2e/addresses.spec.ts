import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
  type Response,
} from '@playwright/test'
import { pageBudget } from '../scripts/budgets.mjs'
import { firstLoad, sent } from '../scripts/first-load.mjs'
import { type Slugs, sample, templates } from './gallery'
import { settings } from './settings'
import { shifts, watchShifts } from './shifts'
import { rested, visit } from './visit'
import { beyond, overlapping, violations } from './whole'

// Each public address is loaded once, and everything that is true of every page is asserted from that load.

/** Pages that search engines are asked to show. */
const open = [
  ...['home', 'artworks', 'artwork', 'live', 'artists', 'artist', 'curators', 'curator'],
  ...['drops', 'drop', 'blog', 'post', 'tv', 'page'],
]
const legal = [
  ...['terms-and-conditions', 'privacy-policy', 'impressum', 'more'],
  ...['invariants', 'verify'],
].map((slug) => `/en/${slug}/`)

/** Pages that search engines aren't shown, each kind once. */
const closed = [
  'artwork-checkout',
  'artwork-checkout-success',
  'artwork-certificate',
  'artwork-poster',
  'exhibition',
  '/en/login/',
  '/en/register/',
  '/en/profile/',
  '/en/approve-token-withdrawal/',
  '/en/approve-payout-wallet-update/',
  '/en/payout-alert/',
  '/en/login-alert/',
  '/en/account-deletion/',
  '/en/email-change/',
  '/en/stop-emails/',
  '/en/gift/',
  '/en/reviews/',
  '/en/post-preview/',
  '/en/offline/',
  '/en/maintenance/',
  '/en/not-supported-browser/',
  '/en/404/',
]

/** More addresses of the same pages. `make test` reads their HTML only. */
const more = [
  '/en/profile/collection/',
  '/en/profile/orders/',
  '/en/profile/withdrawals/',
  '/en/profile/approvals/',
  '/en/profile/wallets/',
  '/en/profile/security/',
  '/en/profile/payout-wallet/',
  '/en/profile/public-page/',
  '/en/profile/anything/below/',
  '/profile/',
  '/profile/orders/',
  '/en/withdraw-token-approve-page/',
  '/en/payout-wallet-approve-page/',
  '/en/your-browser-is-no-longer-supported/',
  '/en/nothing/hangs/here/',
  '/nothing.txt',
  '/nothing/hangs.png',
]

const isMissing = (address: string) => /404|nothing/.test(address)
const pathOf = (address: string, slugs: Slugs) => templates[address]?.(slugs) ?? address

/** All pages of a worker share a browser context, so that scripts are loaded and compiled once. */
const test = base.extend<{ page: Page }, { room: BrowserContext }>({
  room: [
    async ({ browser }, use) => {
      const context = await browser.newContext({
        baseURL: settings.baseURL,
        serviceWorkers: 'block',
        viewport: { width: 320, height: 800 },
      })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ room }, use) => {
    const page = await room.newPage()
    await use(page)
    // What a page stored must not change the next one.
    await page.evaluate(() => localStorage.clear())
    await page.close()
  },
})
test.describe.configure({ mode: 'parallel' })

/** The errors that the browser logs, and violations of the page's policy. */
async function listen(page: Page) {
  const said: string[] = []
  page.on('console', (message) => {
    // The missing page itself.
    if (message.type() === 'error' && !/status of 404/.test(message.text())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  await page.exposeFunction('vitrineBroken', (what: string) => said.push(what))
  await page.addInitScript(() => {
    // Live works have their own policy.
    if (window.top !== window) return
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const { vitrineBroken } = window as unknown as { vitrineBroken: (what: string) => void }
      vitrineBroken(`${effectiveDirective} ${blockedURI}`)
    })
  })
  return said
}

/** What the HTML says without scripts. */
function hasHeading(html: string) {
  expect.soft(html.match(/<h1[\s>]/g)?.length, 'h1 in the HTML').toBe(1)
  expect.soft(/<title>[^<]+<\/title>/.test(html), 'a title in the HTML').toBe(true)
}

/** The languages and data for search engines, and the picture to share, which is there and as large as it says. */
async function isIndexed(page: Page, path: string) {
  const canonical = await page.locator('link[rel="canonical"]').getAttribute('href')
  expect(new URL(canonical ?? '').pathname).toBe(path)
  await expect(page.locator('link[rel="alternate"][hreflang="en"]')).toHaveAttribute('href', canonical ?? '')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'index, follow')
  for (const text of await page.locator('script[type="application/ld+json"]').allTextContents())
    expect(JSON.parse(text)['@context']).toBe('https://schema.org')
  const said = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('meta')].map((meta) => [
        meta.getAttribute('property') ?? meta.name,
        meta.content,
      ]),
    ),
  )
  for (const name of ['og:title', 'og:description', 'og:image:alt'])
    expect.soft(said[name], name).toBeTruthy()
  expect.soft(said['twitter:card']).toBe('summary_large_image')
  const picture = new URL(said['og:image'] ?? '', 'http://absent.invalid')
  expect.soft(picture.origin).toBe(new URL(settings.baseURL).origin)
  const found = await page.evaluate(async (src) => {
    const response = await fetch(src)
    const bitmap = await createImageBitmap(await response.blob())
    return [response.headers.get('content-type'), bitmap.width, bitmap.height]
  }, picture.pathname)
  expect.soft(found[0]).toMatch(/^image\/(jpeg|png|webp)$/)
  expect.soft(found.slice(1)).toEqual([Number(said['og:image:width']), Number(said['og:image:height'])])
}

async function isHidden(page: Page, address: string) {
  await expect(page).toHaveTitle(isMissing(address) ? 'Not found | Vitrine' : /^.+ \| Vitrine$/)
  // An exhibition is another view of its drop.
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(address === 'exhibition' ? 1 : 0)
  const robots = await page.locator('meta[name="robots"]').all()
  expect(robots.length).toBeGreaterThan(0)
  for (const tag of robots) await expect(tag).toHaveAttribute('content', /noindex/)
}

/** Smallest mobile, tablet, header navigation, desktop, large, extra large. `make test` takes the smallest, the first with a menu, and the largest. */
const breakpoints = settings.all ? [320, 768, 896, 1024, 1280, 1600] : [320, 896, 1600]
const enlarged = settings.all ? [1440, 1024, 768, 390, 320] : [1024, 320]

/** At 320 and 1600 px the accessibility rules see all elements; between them nothing may end beyond the window, at any size of text. */
async function fits(page: Page) {
  for (const width of breakpoints) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await beyond(page), `${width} px`).toEqual([])
    if (width === 320 || width === 1600) expect.soft(await violations(page), `${width} px`).toEqual([])
  }
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  for (const width of enlarged) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await beyond(page), `text of twice the size at ${width} px`).toEqual([])
    expect.soft(await overlapping(page), `text of twice the size at ${width} px`).toEqual([])
  }
}

/** Pages that people reach by a link in an email, which hardly move while they read its secret. Late fonts shift one by 0.005; one run had 0.011. */
const mailed = /approve|post-preview|payout-alert|login-alert|account-deletion|gift|stop-emails|email-change/

/** Pages without a budget: they need a login, or show figures for those who want to know. */
const unmeasured = /\/(profile|reviews|invariants)\//

async function isWhole(
  page: Page,
  address: string,
  path: string,
  check: (response: Response) => Promise<void>,
) {
  const said = await listen(page)
  const calls: string[] = []
  const count = (request: Request) => {
    if (/fetch|xhr/.test(request.resourceType())) calls.push(new URL(request.url()).pathname)
  }
  page.on('request', count)
  await watchShifts(page)
  const response = (await visit(page, path))!
  await rested(page)
  page.off('request', count)
  // Before the window is resized.
  if (!path.endsWith('/exhibition/'))
    expect.soft(await shifts(page), 'layout shift').toBeLessThan(mailed.test(path) ? 0.02 : 0.1)
  const html = await response.text()
  hasHeading(html)
  const { size, scripts, budget } = await firstLoad(settings.baseURL, path, html)
  expect.soft(scripts, 'scripts').toBeGreaterThan(1)
  if (!unmeasured.test(path))
    expect.soft(size, 'KiB of JavaScript that the page loads up front').toBeLessThanOrEqual(budget)
  const most = pageBudget(address)
  expect.soft((await sent(settings.baseURL + path)) / 1024, 'KiB of HTML').toBeLessThanOrEqual(most.html)
  expect.soft(calls.length, `calls: ${calls.join(' ')}`).toBeLessThanOrEqual(most.calls)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await check(response)
  expect.soft(said, 'errors').toEqual([])
  await fits(page)
}

for (const address of [...open, ...legal])
  test(`${address}: status, canonical address, languages, title, one h1, a silent console, no violation, inside its window and its budget`, async ({
    page,
  }) => {
    const path = pathOf(address, await sample())
    await isWhole(page, address, path, async (response) => {
      expect(response.status()).toBe(200)
      await expect(page).toHaveTitle(/Vitrine/)
      await isIndexed(page, path)
      if (address === '/en/invariants/') await expect(page.getByText('Every promise holds.')).toBeVisible()
    })
  })

for (const address of [...closed, ...more])
  test(`${address} opens for anyone, with one heading and a title, unindexed and accessible`, {
    tag: more.includes(address) ? '@all' : [],
  }, async ({ page }) => {
    await isWhole(page, address, pathOf(address, await sample()), async (response) => {
      expect(response.status()).toBe(isMissing(address) ? 404 : 200)
      await isHidden(page, address)
    })
  })

test('other addresses of these pages have their status, heading and title, and are not indexed', async ({
  request,
}) => {
  for (const path of more)
    await test.step(path, async () => {
      const response = await request.get(path)
      expect.soft(response.status()).toBe(isMissing(path) ? 404 : 200)
      const html = await response.text()
      hasHeading(html)
      expect.soft(html.includes('<meta name="robots" content="noindex'), 'noindex').toBe(true)
      expect.soft(html.includes('rel="canonical"'), 'a canonical address').toBe(false)
    })
})
