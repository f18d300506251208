import { expect, test } from '@playwright/test'
import { templates } from './gallery'

/** Pages that search engines are asked to show. */
const open = [
  'home',
  'artworks',
  'artwork',
  'artists',
  'artist',
  'curator',
  'drops',
  'drop',
  'blog',
  'post',
  'tv',
  'page',
]
const legal = ['terms-and-conditions', 'privacy-policy', 'impressum', 'support', 'more']

let addresses: Record<string, string>
test.beforeAll(async () => {
  addresses = {
    ...(await templates()),
    ...Object.fromEntries(legal.map((slug) => [slug, `/en/${slug}/`])),
  }
})

for (const name of [...open, ...legal]) {
  test(`${name}: status, canonical address, languages, title, one h1, a silent console`, async ({ page }) => {
    const said: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') said.push(message.text())
    })
    page.on('pageerror', (error) => said.push(error.message))
    const path = addresses[name]!
    const response = await page.goto(path, { waitUntil: 'networkidle' })
    expect(response?.status()).toBe(200)
    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href')
    expect(new URL(canonical ?? '').pathname).toBe(path)
    await expect(page.locator('link[rel="alternate"][hreflang="en"]')).toHaveAttribute(
      'href',
      canonical ?? '',
    )
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'index, follow')
    await expect(page).toHaveTitle(/Vitrine/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const text of await page.locator('script[type="application/ld+json"]').allTextContents()) {
      expect(JSON.parse(text)['@context']).toBe('https://schema.org')
    }
    expect(said).toEqual([])
  })
}

test('every template answers with one h1 and says what it is', async ({ request }) => {
  for (const [name, path] of Object.entries(addresses)) {
    const response = await request.get(path)
    expect(response.status(), name).toBe(name === '404' ? 404 : 200)
    // The framework sends what is not found without its content; the browser makes it.
    if (name === '404') continue
    const html = await response.text()
    expect(html.match(/<h1[\s>]/g), name).toHaveLength(1)
    expect(html, name).toMatch(/<title>[^<]+<\/title>/)
    if (![...open, ...legal].includes(name))
      expect(html, name).toMatch(/<meta name="robots" content="noindex/)
  }
})

test('the sitemap names every kind of page, and what it names is there', async ({ request, baseURL }) => {
  const index = await (await request.get('/sitemap.xml')).text()
  const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)
  expect(parts).toEqual(expect.arrayContaining(['/sitemaps/pages-1.xml', '/sitemaps/artworks-1.xml']))
  const paths: string[] = []
  for (const part of parts) {
    const text = await (await request.get(part)).text()
    paths.push(...[...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname))
  }
  expect(paths).toEqual(expect.arrayContaining(open.map((name) => addresses[name]!)))
  expect(new Set(paths).size).toBe(paths.length)
  expect((await request.get('/sitemaps/artworks-999.xml')).status()).toBe(404)
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${new URL('/sitemap.xml', baseURL).href}`)
})

test('a feed of the blog, a calendar of a drop, a picture to share', async ({ page, request }) => {
  const feed = await request.get('/en/blog/feed.xml')
  expect(feed.headers()['content-type']).toContain('application/rss+xml')
  expect(await feed.text()).toContain(addresses.post!)
  const calendar = await request.get(`${addresses.drop}calendar.ics`)
  expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR\r\n/)
  await page.goto(addresses.artwork!)
  const image = await page.locator('meta[property="og:image"]').getAttribute('content')
  const picture = await request.get(new URL(image ?? '').pathname)
  expect(picture.headers()['content-type']).toBe('image/jpeg')
  expect((await picture.body()).length).toBeGreaterThan(5000)
})

test('a preview link that is no longer good says so', async ({ page }) => {
  await page.goto('/en/post-preview/#forged')
  await expect(page.getByRole('heading', { name: 'This preview has expired' })).toBeVisible()
})

/** Smallest mobile, tablet, header navigation, desktop, large, extra large. */
const breakpoints = [320, 768, 896, 1024, 1280, 1600]

test('no page is wider than its window, at any breakpoint', async ({ page }) => {
  for (const [name, path] of Object.entries(addresses)) {
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(path)
    for (const width of breakpoints) {
      await page.setViewportSize({ width, height: 800 })
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        `${name} at ${width} px`,
      ).toBeLessThanOrEqual(0)
    }
  }
})
