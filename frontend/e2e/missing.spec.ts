import { expect, test } from '@playwright/test'
import { sample } from './gallery'

/** Addresses of every kind that have no page. */
const missing = [
  '/en/404/',
  '/en/nothing/',
  '/en/nothing/hangs/here/',
  '/en/artworks/nothing-999999999/',
  '/en/artworks/nothing-999999999/checkout/',
  '/en/artworks/nothing-999999999/checkout/success/',
  '/en/artworks/nothing/',
  '/en/artists/nothing-999999999/',
  '/en/curators/nothing-999999999/',
  '/en/drops/nothing-999999999/',
  '/en/blog/nothing-999999999/',
  '/en/%ff/',
  '/%ff',
  '/nothing.txt',
  '/nothing/hangs.png',
  // Nobody has these names.
  '/en/collectors/nobody-here/',
  '/en/collectors/a/',
  '/en/collectors/%3Cscript%3E/',
  `/en/collectors/${'x'.repeat(200)}/`,
]

test('an address without a page is a 404 whose HTML has one h1 and the navigation', async ({ request }) => {
  for (const path of missing)
    await test.step(path, async () => {
      let html = ''
      // Looking an entry up has a second. After that the browser fills the page, which a busy machine can make happen.
      await expect
        .poll(async () => {
          const response = await request.get(path)
          expect(response.status()).toBe(404)
          html = await response.text()
          return html.match(/<h1[\s>]/g)?.length
        })
        .toBe(1)
      const parts = [
        />Nothing hangs here<\/h1>/,
        /<title>Not found \| Vitrine<\/title>/,
        /<meta name="robots" content="noindex/,
        /<nav aria-label="Main"/,
        ...['Artworks', 'Artists', 'Drops', 'Blog', 'TV', 'Log in'].map(
          (link) => new RegExp(`<a [^>]*>${link}</a>`),
        ),
      ]
      expect(parts.filter((part) => !part.test(html))).toEqual([])
      expect(html.includes('rel="canonical"'), 'a canonical address').toBe(false)
    })
})

test('HEAD of an address without a page is a 404 too', async ({ request }) => {
  expect((await request.head('/en/artworks/nothing-999999999/')).status()).toBe(404)
})

test('the right id with other words leads to the canonical address', async ({ request }) => {
  const slugs = await sample()
  const pages = { artworks: slugs.artwork, artists: slugs.artist, drops: slugs.drop, blog: slugs.post }
  for (const [folder, slug] of Object.entries(pages)) {
    const id = /-(\d+)$/.exec(slug)?.[1]
    const response = await request.get(`/en/${folder}/other-words-${id}/`, { maxRedirects: 0 })
    expect(response.status(), folder).toBe(308)
    expect(response.headers().location, folder).toMatch(new RegExp(`/en/${folder}/${slug}/$`))
  }
  // The edition stays in the address, also once the redirect is cached.
  const id = /-(\d+)$/.exec(slugs.artwork)?.[1]
  for (const edition of [4, 5]) {
    const response = await request.get(`/en/artworks/other-words-${id}/?edition=${edition}`, {
      maxRedirects: 0,
    })
    const { location } = response.headers()
    expect(location).toMatch(new RegExp(`/en/artworks/${slugs.artwork}/\\?edition=${edition}$`))
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says that nothing is there and offers links', async ({ page }) => {
    for (const path of ['/en/artworks/nothing-999999999/', '/en/nothing/hangs/here/']) {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing hangs here')
      await expect(
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Artists' }),
      ).toBeVisible()
    }
    await page.getByRole('link', { name: 'See the artworks' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Artworks')
  })
})

test('a link inside the site to something that is gone shows the same page', { tag: '@all' }, async ({
  page,
}) => {
  await page.goto('/en/artworks/')
  const link = page.getByRole('article').first().getByRole('link')
  const gone = '/en/artworks/nothing-999999999/'
  await link.evaluate((element, href) => {
    const again = document.createElement('a')
    again.href = href
    again.textContent = 'Gone'
    element.closest('main')?.prepend(again)
  }, gone)
  await page.getByRole('link', { name: 'Gone' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing hangs here')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Artworks')
})
