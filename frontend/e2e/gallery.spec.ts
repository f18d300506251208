import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

test('filters live in the address, as chips, and are given back', async ({ page }) => {
  await page.goto('/en/artworks/')
  const search = page.getByRole('search')
  await search.getByLabel('Availability').selectOption('available')
  await expect(page).toHaveURL(/availability=available/)
  await search.getByLabel('Sort by').selectOption('price_asc')
  await expect(page).toHaveURL(/sort=price_asc&availability=available/)
  await page.getByRole('searchbox').fill('a')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=a/)
  await page.getByRole('link', { name: /^Search: a/ }).click()
  await expect(page).not.toHaveURL(/search=/)
  await expect(page.getByRole('searchbox')).toHaveValue('')

  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Artists' }).click()
  await expect(page.getByText('Navigated to Artists')).toBeAttached()
  await main.getByRole('link', { name: 'Artworks' }).click()
  await expect(page).toHaveURL(/availability=available/)
})

test('a work: wall, keys, neighbours', async ({ page }) => {
  await page.goto('/en/artworks/')
  const link = page.getByRole('article').nth(1).getByRole('heading').getByRole('link')
  const title = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Provenance' })).toBeVisible()
  const address = page.url()
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).not.toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title)
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(address)
})

test('other words before the right id lead to the one address', async ({ page, request }) => {
  await page.goto('/en/artworks/')
  const path = (await page.getByRole('article').first().getByRole('link').getAttribute('href')) ?? ''
  const id = /-(\d+)\/$/.exec(path)?.[1]
  const response = await request.get(`/en/artworks/other-words-${id}/`, { maxRedirects: 0 })
  expect(response.status()).toBe(308)
  expect(new URL(response.headers().location ?? '', page.url()).pathname).toBe(path)
})

test('addresses: one hop to language and slash, true 404', async ({ request }) => {
  const redirect = await request.get('/artworks?page=2', { maxRedirects: 0 })
  expect(redirect.status()).toBe(307)
  expect(redirect.headers().location).toMatch(/\/en\/artworks\/\?page=2$/)
  for (const path of ['/en/nothing/here/', '/en/404/', '/en/artworks/none-999999999/', '/missing.png']) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
})

test('an unknown page says so', async ({ page }) => {
  await page.goto('/en/nothing/here/')
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing hangs here' })).toBeVisible()
  await page.getByRole('link', { name: 'See the artworks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Artworks' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  test('the listing filters', async ({ page }) => {
    await page.goto('/en/artworks/')
    await page.getByLabel('Price').selectOption('100-500')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/price=100-500/)
    await expect(page.getByRole('link', { name: /^Price: \$100 to \$500/ })).toBeVisible()
  })
})

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' })
  test('an unvisited page says so', async ({ page, context }) => {
    await page.goto('/en/')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.reload()
    await context.setOffline(true)
    await page.goto('/en/drops/')
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  })
})

for (const [width, height, most] of [
  [390, 844, 0.12],
  [320, 640, 0.18],
] as const) {
  test(`the question about cookies leaves the page its room at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    // A short page and a long one.
    for (const path of ['/en/offline/', '/en/support/']) {
      await page.goto(path)
      const cookies = page.getByRole('region', { name: 'Cookies' })
      await expect(cookies).toBeInViewport({ ratio: 1 })
      expect((await cookies.boundingBox())!.height).toBeLessThanOrEqual(most * height)
      const [accept, decline] = await Promise.all(
        ['Accept', 'Decline'].map((name) => cookies.getByRole('button', { name }).boundingBox()),
      )
      expect(accept!.height).toBeGreaterThanOrEqual(44)
      expect(decline).toMatchObject({ width: accept!.width, height: accept!.height, y: accept!.y })
      await page.keyboard.press('End')
      await expect
        .poll(async () => {
          const [footer, banner] = await Promise.all([
            page.getByRole('contentinfo').boundingBox(),
            cookies.boundingBox(),
          ])
          return footer!.y + footer!.height - banner!.y
        }, path)
        .toBeLessThanOrEqual(1)
    }
  })
}

test('consent and theme are asked once and kept', async ({ page }) => {
  await page.goto('/en/')
  const cookies = page.getByRole('region', { name: 'Cookies' })
  await cookies.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(cookies).toHaveCount(0)
})

for (const path of [
  '/en/',
  '/en/artworks/',
  '/en/artists/',
  '/en/drops/',
  '/en/blog/',
  '/en/tv/',
  '/en/nothing/here/',
]) {
  test(`${path} has one h1 and no accessibility violation`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  })
}

test('a work whose sale has not begun says so wherever it could be bought', async ({ page, request }) => {
  const answer = await request.post('/graphql', {
    data: { query: '{ artworks(filter: {availability: [UPCOMING]}) { items { slug } } }' },
  })
  const [work] = (await answer.json()).data.artworks.items
  await page.goto(`/en/artworks/${work.slug}/`)
  await expect(page.getByText(/^On sale from /)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Buy', exact: true })).toHaveCount(0)
  await page.goto(`/en/artworks/${work.slug}/checkout/`)
  await expect(page.getByRole('status')).toHaveText('The sale of this work has not started yet.')
  await expect(page.getByRole('link', { name: 'Log in to buy' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeDisabled()
  await page.getByRole('link', { name: 'About the work' }).click()
  await expect(page).toHaveURL(new RegExp(`/en/artworks/${work.slug}/$`))
})
