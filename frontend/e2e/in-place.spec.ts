import { expect, type Page, test } from '@playwright/test'
import { rested, still, visit } from './visit'
import { violations } from './whole'

/** What the page has requested from the server besides GraphQL: documents and the data of pages, without prefetches. */
function watch(page: Page) {
  const loads: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    const ahead = request.headers()['next-router-prefetch'] !== undefined
    if (
      request.isNavigationRequest() ||
      (url.searchParams.has('_rsc') && !ahead && url.pathname === '/en/artworks/')
    )
      loads.push(url.pathname + url.search)
  })
  return loads
}
const titles = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents()

test('filters that are set before the scripts run are kept', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/_next\/static\/.+\.js/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/en/artworks/', { waitUntil: 'domcontentloaded' })
  const search = page.getByRole('searchbox', { name: 'Search', exact: true })
  await search.fill('tide')
  await page.getByRole('radiogroup', { name: 'Category' }).getByRole('radio').nth(1).check({ force: true })
  release()
  await expect(page).toHaveURL(/\?category=[^&]+&search=tide$/)
  await expect(search).toHaveValue('tide')
  await expect(page.getByRole('link', { name: /^Category: / })).toBeVisible()
})

test('filters change results, count and chips in place; the address is shared and Back works', async ({
  page,
}) => {
  await visit(page, '/en/artworks/')
  const before = await titles(page)
  const count = page.getByRole('main').locator('[aria-live="polite"]').first()
  const all = (await count.textContent())!
  const loads = watch(page)
  const order = page.getByRole('search').getByLabel('Sort by')
  await page.getByRole('radiogroup', { name: 'Category' }).getByRole('radio').nth(1).check({ force: true })
  await expect(page).toHaveURL(/\?category=/)
  await expect(page.getByRole('link', { name: /^Category: / })).toBeVisible()
  await expect(count).not.toHaveText(all)
  const some = (await count.textContent())!
  const filtered = await titles(page)
  expect(filtered).not.toEqual(before)
  await order.selectOption('title')
  await expect(page).toHaveURL(/sort=title/)
  await expect.poll(() => titles(page)).not.toEqual(filtered)
  const sorted = await titles(page)
  await expect(count).toHaveText(some)
  const shared = page.url()

  await page.goBack()
  await expect.poll(() => titles(page)).toEqual(filtered)
  await expect(order.locator('option:checked')).toHaveText('Newest')
  await page.goBack()
  await expect(page).toHaveURL(/\/en\/artworks\/$/)
  await expect.poll(() => titles(page)).toEqual(before)
  await expect(count).toHaveText(all)
  await page.goForward()
  await expect.poll(() => titles(page)).toEqual(filtered)
  expect(loads, 'nothing but GraphQL was loaded').toEqual([])

  // The server renders the same for the shared address.
  await page.goto(shared)
  expect(await titles(page)).toEqual(sorted)
  await expect(count).toHaveText(some)
})

test('the next page comes in place, begins at the results and is announced', { tag: '@all' }, async ({
  page,
}) => {
  await visit(page, '/en/artworks/')
  await rested(page)
  const first = await titles(page)
  const loads = watch(page)
  const next = page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: 'Next' })
  await next.focus()
  await still(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?page=2$/)
  await expect.poll(() => titles(page)).not.toEqual(first)
  await expect(page).toHaveTitle('Artworks, page 2 | Vitrine')
  await expect(page.getByText('Navigated to Artworks, page 2 | Vitrine')).toBeAttached()
  const region = page.getByRole('region', { name: 'Results' })
  await expect(region).toBeFocused()
  await expect(page.getByRole('article').first()).toBeInViewport()
  // Pictures above may still load and move it.
  await expect.poll(async () => (await region.boundingBox())!.y).toBeGreaterThan(0)
  // The keyboard continues with the first result.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('article').first().getByRole('link')).toBeFocused()
  const second = await titles(page)

  // To a work and back: the page is restored as it was.
  await page.getByRole('article').nth(4).getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => titles(page)).toEqual(second)
  await page.goBack()
  await expect(page).toHaveURL(/\/en\/artworks\/$/)
  await expect.poll(() => titles(page)).toEqual(first)
  await expect(page).toHaveTitle('Artworks | Vitrine')
  expect(loads.filter((path) => path.includes('page=2'))).toEqual([])
})

test('a filter that is removed leaves the focus at the results', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/artworks/')
  await page.getByRole('searchbox').fill('moon')
  await page.keyboard.press('Enter')
  const chip = page.getByRole('link', { name: /^Search: moon/ })
  await chip.click()
  await expect(chip).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused()
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('a change that fails says so and can be tried again', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/artworks/')
  await page.route('**/graphql', (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.getByRole('checkbox', { name: 'Available only' }).check()
  await expect(page.getByText('We couldn’t load these works.')).toBeVisible()
  await page.unroute('**/graphql')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText('We couldn’t load these works.')).toHaveCount(0)
})

test('a modified click opens a page of the listing in another tab', { tag: '@all' }, async ({
  page,
  context,
}) => {
  await visit(page, '/en/artworks/')
  const opened = context.waitForEvent('page')
  await page
    .getByRole('navigation', { name: 'Pagination' })
    .getByRole('link', { name: 'Next' })
    .click({ modifiers: ['ControlOrMeta'] })
  await (await opened).waitForURL(/\?page=2$/)
  await expect(page).toHaveURL(/\/en\/artworks\/$/)
})

test('on a phone a changed listing is accessible', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/en/artworks/')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('button', { name: 'Filter and sort' }).click()
  await page.getByRole('checkbox', { name: 'Available only' }).check()
  await expect(page.getByRole('link', { name: /^Show: / })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Available only' })).toBeFocused()
  expect(await violations(page)).toEqual([])
})

test('works are found by colour and by technique, and every control says what the address says', {
  tag: '@all',
}, async ({ page }) => {
  await visit(page, '/en/artworks/?color=blue')
  const colours = page.getByRole('radiogroup', { name: 'Colour' })
  await expect(colours.getByRole('radio', { name: 'Blue' })).toBeChecked()
  await expect(page.getByRole('link', { name: /^Colour: Blue/ })).toBeVisible()
  const blue = await titles(page)
  await page.getByRole('search').getByLabel('Technique').selectOption({ index: 1 })
  await expect(page).toHaveURL(/color=blue&technique=/)
  await page.goBack()
  await expect(page.getByRole('search').getByLabel('Technique')).toHaveValue('')
  await expect.poll(() => titles(page)).toEqual(blue)
  await colours.getByRole('radio', { name: 'Any colour' }).check({ force: true })
  await expect(page).toHaveURL(/\/en\/artworks\/$/)
  await expect.poll(() => titles(page)).not.toEqual(blue)
})

test('on a phone the drawer says how many works it shows', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/en/artworks/')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('button', { name: 'Filter and sort' }).click()
  const show = page.getByRole('button', { name: /^Show \d+ works$/ })
  const all = await show.textContent()
  await page.getByRole('search').getByLabel('Price').selectOption('100-500')
  await expect(show).not.toHaveText(all!)
  const some = (await show.textContent())!.replace('Show ', '')
  await show.click()
  await expect(show).toBeHidden()
  await expect(page.getByRole('main').locator('[aria-live="polite"]').first()).toHaveText(some)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('pages are turned by plain links', { tag: '@all' }, async ({ page }) => {
    await page.goto('/en/artworks/')
    const first = await titles(page)
    await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/\?page=2$/)
    expect(await titles(page)).not.toEqual(first)
  })
})

test('prices of lists can be shown in ether, and stay so', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/artworks/')
  const title = await page
    .getByRole('article')
    .filter({ hasText: '$' })
    .first()
    .getByRole('heading')
    .textContent()
  const card = page
    .getByRole('article')
    .filter({ hasText: title ?? '' })
    .first()
  await page.getByRole('radio', { name: 'ETH' }).check({ force: true })
  await expect(card.getByText(/≈ [\d.]+ ETH/)).toBeVisible()
  await expect(card.getByText(/^\$[\d,]+/)).toBeHidden()
  await page.reload()
  await expect(card.getByText(/≈ [\d.]+ ETH/)).toBeVisible()
  await page.getByRole('radio', { name: 'USD' }).check({ force: true })
  await expect(page.getByText(/≈ [\d.]+ ETH/)).toHaveCount(0)
  await expect(card.getByText(/^\$[\d,]+/)).toBeVisible()
})
