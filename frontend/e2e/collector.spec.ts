import { expect, type Page } from '@playwright/test'
import { becomeBuyer, buyByCard, test, type Work, workFor } from './fixtures'
import { settings } from './settings'
import { still, visit } from './visit'
import { violations } from './whole'

async function noViolations(page: Page) {
  expect(await violations(page)).toEqual([])
}

const noScrollSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** A live work that can be bought, and whose editions differ. */
async function liveWork(): Promise<Work> {
  const query =
    'query { artworks(filter: {availability: [AVAILABLE], editionSize: {min: 5}, purchasePrice: {min: 1, max: 500000}}) { items { id slug title editionsAvailable media { generatorPath } } } }'
  const response = await fetch(`${settings.baseURL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data } = await response.json()
  const items = data.artworks.items as (Work & { media: { generatorPath: string | null }[] })[]
  const found = items.find(({ media }) => media[0]?.generatorPath)
  if (!found) throw new Error('The gallery offers no live work')
  return found
}

test('a collection shows each work on a wall, the first one in sight', { tag: ['@all', '@firefox'] }, async ({
  page,
  mailbox,
}) => {
  const works = [await workFor(9), await liveWork()]
  await becomeBuyer(page, mailbox)
  for (const work of works) await buyByCard(page, work)
  await visit(page, '/en/profile/collection/')
  for (const { title } of works)
    await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible({
      timeout: settings.patience,
    })
  // Each work has a wall, and the first one is in sight without scrolling.
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page.getByRole('article').first(), `${width} px`).toBeInViewport({ ratio: 1 })
  }
  // The next one is a press of a key, a button or its place on the map away.
  const second = page.getByRole('article').nth(1)
  await expect(second).not.toBeInViewport()
  await page.keyboard.press('ArrowRight')
  await expect(second.locator('img').first()).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('button', { name: 'Previous wall' }).click()
  await expect(second).not.toBeInViewport()
  await page.getByRole('navigation', { name: 'Map of the walls' }).getByRole('button').last().click()
  // Firefox scrolled to the map.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(second.locator('img').first()).toBeInViewport({ ratio: 0.9 })
})

test('a collector makes a public page of two works, orders them, and switches it off again', {
  tag: '@all',
}, async ({ page, browser, request, mailbox }) => {
  test.setTimeout(8 * settings.patience)
  const [first, second] = [await workFor(9), await liveWork()]
  const name = `ada-${crypto.randomUUID().slice(0, 8)}`
  const { email } = await becomeBuyer(page, mailbox)
  for (const work of [first, second]) await buyByCard(page, work)
  await visit(page, '/en/profile/collection/')
  for (const { title } of [first, second])
    await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible({
      timeout: settings.patience,
    })
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/en/profile/public-page/')
  await expect(page.getByText('Your page is private.')).toBeVisible()
  await noViolations(page)
  await page.getByRole('checkbox', { name: 'Make my page public' }).check()
  await page.getByLabel('Address').fill('Vitrine')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This name is reserved. Choose another one.')).toBeVisible()
  await expect(page.getByText('Write the name that your page shows.')).toBeVisible()
  await noViolations(page)

  await page.getByLabel('Address').fill(name.toUpperCase())
  await page.getByLabel('Display name').fill('Ada’s wall')
  await page.getByLabel('About your collection').fill('I like blue.\n<b>And red.</b>')
  for (const { title } of [first, second])
    await page.getByRole('button', { name: new RegExp(`^Add ${title},`) }).click()
  await page.getByLabel(new RegExp(`^About ${second.title},`)).fill('Bought on a rainy day.')
  // By keyboard: the live work comes first.
  await page.getByRole('button', { name: new RegExp(`^Move up: ${second.title},`) }).focus()
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('textbox') })
      .first(),
  ).toContainText(second.title)
  await noViolations(page)
  expect(await noScrollSideways(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Your page is public.')).toBeVisible()

  // Another visitor.
  const address = `/en/collectors/${name}/`
  const context = await browser.newContext({ baseURL: settings.baseURL })
  const visitor = await context.newPage()
  const response = await visit(visitor, address)
  expect(response?.status()).toBe(200)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Ada’s wall')
  await expect(visitor.getByText('<b>And red.</b>')).toBeVisible()
  const works = visitor.getByRole('article')
  await expect(works).toHaveCount(2)
  await expect(works.first()).toContainText(second.title)
  await expect(works.first()).toContainText('Bought on a rainy day.')
  await expect(works.last()).toContainText(first.title)
  await expect(visitor.locator('meta[name="robots"]').first()).toHaveAttribute('content', /noindex/)
  // The live work shows the edition that is held.
  await expect(works.first().locator('img[src*="/assets/editions/"]')).toBeVisible({ timeout: 60_000 })
  await noViolations(visitor)
  for (const width of [390, 1440]) {
    await visitor.setViewportSize({ width, height: 900 })
    expect(await noScrollSideways(visitor)).toBeLessThanOrEqual(0)
  }
  const html = await (await request.get(address)).text()
  for (const secret of [email, 'Lovelace', 'vault']) expect(html).not.toContain(secret)
  const card = await request.get(`${address}share.jpg`)
  expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  const other = await request.get(`/en/collectors/${name.toUpperCase()}/`, { maxRedirects: 0 })
  expect([other.status(), other.headers().location]).toEqual([308, address])
  await works.first().getByRole('link', { name: second.title }).click()
  await visitor.waitForURL(new RegExp(`/artworks/${second.slug}/\\?edition=\\d+$`))

  // By pointer: the picture of the second work is dragged above the first.
  await page.setViewportSize({ width: 1440, height: 1200 })
  const items = page.getByRole('listitem').filter({ has: page.getByRole('textbox') })
  await items.last().evaluate((item) => item.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await still(page)
  const from = (await items.last().locator('img').first().boundingBox())!
  const to = (await items.first().boundingBox())!
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, to.y + 60, { steps: 8 })
  await page.mouse.move(from.x + 10, to.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect(items.first()).toContainText(first.title)
  await page.getByRole('checkbox', { name: 'Let search engines list it' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Your page is public.')).toBeVisible()
  await visit(visitor, address)
  await expect(works.first()).toContainText(first.title)
  await expect(visitor.locator('meta[name="robots"]').first()).not.toHaveAttribute('content', /noindex/)

  await page.getByRole('checkbox', { name: 'Make my page public' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  expect((await visitor.goto(address))?.status()).toBe(404)
  expect((await request.get(`${address}share.jpg`)).status()).toBe(404)
  await context.close()
})
