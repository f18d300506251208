import { expect, test } from '@playwright/test'
import { sample, templates } from './gallery'
import { settings } from './settings'
import { visit } from './visit'
import { beyond } from './whole'

/** Pages that search engines are asked to show. */
const open = [
  'home',
  'artworks',
  'artwork',
  'live',
  'artists',
  'artist',
  'curators',
  'curator',
  'drops',
  'drop',
  'blog',
  'post',
  'tv',
  'page',
]
let addresses: Record<string, string>
test.beforeAll(async () => {
  const slugs = await sample()
  addresses = Object.fromEntries(Object.entries(templates).map(([name, at]) => [name, at(slugs)]))
})

test('parameters that a visitor adds to an address appear on no page', async ({ request }) => {
  const requests: Record<string, string>[] = [{}, { rsc: '1' }]
  for (const path of Object.values(addresses)) {
    for (const headers of requests) {
      for (const query of ['?email=marker@example.com', '']) {
        const response = await request.get(`${path}${query}`, { headers })
        expect(await response.text(), `${path}${query}`).not.toContain('marker')
      }
    }
  }
})

test('only browsers that are too old show a notice', { tag: '@all' }, async ({ page }) => {
  await page.goto('/en/')
  const line = page.getByText('Your browser is too old to buy here')
  await expect(line).toBeHidden()
  // Only the condition hides the line: here its content is shown.
  const condition = await page.evaluate(() => {
    for (const sheet of document.styleSheets) {
      for (const rule of sheet.cssRules) {
        if (!(rule instanceof CSSSupportsRule) || !rule.cssText.includes('outdated')) continue
        const bare = new CSSStyleSheet()
        bare.replaceSync([...rule.cssRules].map(({ cssText }) => cssText).join(''))
        document.adoptedStyleSheets = [bare]
        return rule.conditionText
      }
    }
    return ''
  })
  await expect(line).toBeVisible()
  await page.getByRole('link', { name: 'Browsers that work' }).click()
  await page.waitForURL('**/en/not-supported-browser/')

  // The condition, evaluated in engines without one feature or another.
  const holds = (without: string[]) =>
    page.evaluate(
      ([text, lacking]) =>
        CSS.supports(lacking.reduce((rest, feature) => rest.replaceAll(feature, `not-${feature}`), text)),
      [condition, without] as const,
    )
  expect(await holds([])).toBe(false)
  expect(await holds(['color-mix', 'dir(', 'scrollbar-color']), 'Chrome 110').toBe(true)
  expect(await holds(['dir(', 'scrollbar-color']), 'Chrome 111').toBe(false)
  // These engines can't parse its scripts: they have static blocks.
  expect(await holds(['overflow-anchor', 'dir(', 'scrollbar-color']), 'Safari 16.3').toBe(true)
  expect(await holds(['overflow-anchor', 'scrollbar-color']), 'Safari 16.4').toBe(false)
  expect(await holds(['container-type', 'color-mix']), 'Firefox 109').toBe(true)
  expect(await holds(['color-mix']), 'Firefox 111').toBe(false)
})

test('the page about old browsers comes from the content, at both addresses and without scripts', {
  tag: '@all',
}, async ({ browser, baseURL }) => {
  const response = await fetch(`${baseURL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{page(slug: "your-browser-is-no-longer-supported"){title body}}' }),
  })
  const { page: content } = (await response.json()).data as { page: { title: string; body: string } }
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of ['/en/not-supported-browser/', '/en/your-browser-is-no-longer-supported/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(content.title)
    await expect(page.getByRole('main')).toContainText(content.body.split('\n')[0]!)
    await expect(page.getByRole('main').getByRole('link', { name: 'Firefox' })).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  }
  await context.close()
})

test('the sitemap names every kind of page, and its addresses exist', async ({ request, baseURL }) => {
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

test('the manifest of the web app has what a home screen needs', { tag: '@all' }, async ({
  page,
  request,
}) => {
  await visit(page, '/en/')
  const link = page.locator('link[rel="manifest"]')
  await expect(link).toHaveAttribute('href', '/manifest.webmanifest')
  await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute('href', /^\/apple-icon/)
  const response = await request.get('/manifest.webmanifest')
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await response.json()
  expect(manifest).toMatchObject({ name: 'Vitrine', start_url: '/', display: 'standalone' })
  const icons = manifest.icons as { src: string; sizes: string; type: string; purpose: string }[]
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes, type } of icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type']).toBe(type)
    // The header of a PNG file has its width and height.
    const body = await icon.body()
    expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`).toBe(sizes)
  }
  // The browser reads it under the page's policy, and would install it.
  const browser = await page.context().newCDPSession(page)
  const { url, errors } = await browser.send('Page.getAppManifest')
  expect(new URL(url).pathname).toBe('/manifest.webmanifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
})

test('a feed of the blog, a calendar of a drop, a picture to share', { tag: '@all' }, async ({
  page,
  request,
}) => {
  const feed = await request.get('/en/blog/feed.xml')
  expect(feed.headers()['content-type']).toContain('application/atom+xml')
  const atom = await feed.text()
  expect(atom).toContain(addresses.post!)
  // The gallery's own categories, as content/gallery.yaml names them.
  expect(atom).toContain(
    '<subtitle>Press, interviews, team, podcasts, drops and collector bulletins.</subtitle>',
  )
  expect(await (await request.get('/en/drops/feed.xml')).text()).toContain(addresses.drop!)
  const calendar = await request.get(`${addresses.drop}calendar.ics`)
  expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR\r\n/)
  // Pictures are made in the background. Until then the page shares the original.
  const image = page.locator('meta[property="og:image"]')
  await expect(async () => {
    await page.goto(addresses.artwork!)
    expect(await image.getAttribute('content')).toMatch(/\/share\.jpg$/)
  }).toPass({ timeout: 2.5 * settings.patience })
  const picture = await request.get(new URL((await image.getAttribute('content'))!).pathname)
  expect(picture.headers()['content-type']).toBe('image/jpeg')
  expect((await picture.body()).length).toBeGreaterThan(5000)
})

test('an expired preview link says so', { tag: '@all' }, async ({ page }) => {
  await page.goto('/en/post-preview/#forged')
  await expect(page.getByRole('heading', { name: 'This preview has expired' })).toBeVisible()
})

test('a title of one long word stays inside its window', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await visit(page, '/en/artworks/')
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  const title = page.getByRole('article').first().getByRole('heading')
  await title.evaluate((heading) => {
    const link = heading.querySelector('a') ?? heading
    link.textContent = 'Donaudampfschifffahrtsgesellschaft'
  })
  expect(await beyond(page)).toEqual([])
})

test('letters of other Latin alphabets use the gallery’s fonts', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/artists/vaclav-hrudicka-41/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Václav Hrudička')
  const loaded = () =>
    page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    )
  await expect.poll(loaded).toEqual(expect.arrayContaining(['bricolageExt', 'instrumentExt']))
})

test('a checkout keeps its work in sight on a phone', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(addresses['artwork-checkout']!)
  await page.getByRole('button', { name: 'Pay by card' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('figure')).toBeInViewport()
})

test('an unknown link says so', { tag: '@all' }, async ({ page }) => {
  await page.goto(`/en/approve-token-withdrawal/#${'A'.repeat(43)}`)
  await expect(page.getByText('This link isn’t valid')).toBeVisible()
})
