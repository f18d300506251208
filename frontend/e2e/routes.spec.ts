import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test, workFor } from './fixtures'
import { rested, visit } from './visit'

const routes = [
  '/en/login/',
  '/en/register/',
  '/en/profile/',
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
  '/en/approve-token-withdrawal/',
  '/en/withdraw-token-approve-page/',
  '/en/approve-payout-wallet-update/',
  '/en/payout-wallet-approve-page/',
  '/en/payout-alert/',
  '/en/login-alert/',
  '/en/account-deletion/',
  '/en/gift/',
]

/** Pages of other specs' templates that search engines are not shown either. */
const others = [
  '/en/offline/',
  '/en/maintenance/',
  '/en/not-supported-browser/',
  '/en/your-browser-is-no-longer-supported/',
  '/en/post-preview/',
  '/en/404/',
  '/en/nothing/hangs/here/',
  '/en/collectors/nothing-here/',
  '/nothing.txt',
  '/nothing/hangs.png',
]

/** Console errors, except the one for the missing page itself. */
function listen(page: Page) {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  return said
}

for (const path of [...routes, ...others]) {
  const missing = /404|nothing/.test(path)
  test(`${path} opens for anyone, with one heading and a title, unindexed and accessible`, async ({
    page,
  }) => {
    const said = listen(page)
    const response = await visit(page, path)
    await rested(page)
    expect(response?.status()).toBe(missing ? 404 : 200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle(missing ? 'Not found | Vitrine' : /^.+ \| Vitrine$/)
    // A missing page has no canonical address.
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(0)
    for (const robots of await page.locator('meta[name="robots"]').all()) {
      await expect(robots).toHaveAttribute('content', /noindex/)
    }
    expect(said).toEqual([])
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ).toEqual([])
  })
}

test('the pages of a purchase are quiet, titled and unindexed', async ({ page }) => {
  const said = listen(page)
  const work = await workFor(7)
  for (const path of [`/en/artworks/${work.slug}/checkout/`, `/en/artworks/${work.slug}/checkout/success/`]) {
    await visit(page, path)
    await rested(page)
    await expect(page).toHaveTitle(/^.+ \| Vitrine$/)
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(0)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  }
  expect(said).toEqual([])
})

test('the private pages have their heading without scripts too', async ({ request }) => {
  const work = await workFor(7)
  for (const path of [
    ...routes,
    `/en/artworks/${work.slug}/checkout/`,
    `/en/artworks/${work.slug}/checkout/success/`,
  ]) {
    const html = await (await request.get(path)).text()
    expect(html.match(/<h1[\s>]/g), path).toHaveLength(1)
  }
})

test('a checkout keeps its work in sight on a phone', { tag: '@all' }, async ({ page }) => {
  const work = await workFor(7)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/en/artworks/${work.slug}/checkout/`)
  await page.getByRole('button', { name: 'Pay by card' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('figure')).toBeInViewport()
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
})

test('what is not there is a true 404', async ({ request }) => {
  for (const path of [
    '/en/artworks/nothing-999999999/checkout/',
    '/en/artworks/nothing-999999999/checkout/success/',
    '/en/%ff/',
    '/%ff',
  ]) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
})

test('an unknown link says so', { tag: '@all' }, async ({ page }) => {
  await page.goto(`/en/approve-token-withdrawal/#${'A'.repeat(43)}`)
  await expect(page.getByText('This link isn’t valid')).toBeVisible()
})
