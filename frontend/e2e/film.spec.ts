import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { becomeBuyer, buyByCard, test, type Work } from './fixtures'
import { settings } from './settings'
import { visit } from './visit'

/** A film is made within minutes after the mint, while the instance renders the gallery's pictures. */
const filmed = 10 * 60_000

/** A live work that can be bought and draws itself. */
async function growingWork(): Promise<Work> {
  const query =
    'query { artworks(filter: {availability: [AVAILABLE], editionSize: {min: 5}, purchasePrice: {min: 1, max: 500000}}) { items { id slug title editionsAvailable media { generatorPath deterministic } } } }'
  const response = await fetch(`${settings.baseURL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data } = await response.json()
  const items = data.artworks.items as (Work & {
    media: { generatorPath: string | null; deterministic: boolean | null }[]
  })[]
  const found = items.findLast(({ media }) => media[0]?.generatorPath && media[0].deterministic)
  if (!found) throw new Error('The gallery offers no live work')
  return found
}

/** Opens the film, looks at it and closes it. Nothing of it may load before. */
async function watch(page: Page, title: string) {
  const button = page.getByRole('button', { name: 'Watch it grow' })
  await expect(button).toBeVisible({ timeout: filmed })
  await expect(page.locator('img[src$="film.gif"]')).toHaveCount(0)
  await button.click()
  const dialog = page.getByRole('dialog', { name: `${title}, growing` })
  const film = dialog.getByRole('img', { name: title })
  await expect(film).toBeVisible()
  await expect
    .poll(() => film.evaluate((img: HTMLImageElement) => Math.max(img.naturalWidth, img.naturalHeight)))
    .toBe(480)
  await expect(
    dialog.getByRole('link', { name: /^Download the film \(GIF, [1-9][\d.]* [KM]B\)$/ }),
  ).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations).toEqual([])
  await page.screenshot({
    path: test
      .info()
      .outputPath(
        `film-${page.viewportSize()?.width}-${new URL(page.url()).pathname.split('/').filter(Boolean).at(-1)}.png`,
      ),
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
}

test('an owner watches their edition grow, after the purchase and on the order’s page', async ({
  page,
  mailbox,
}) => {
  test.setTimeout(8 * settings.patience + filmed)
  const work = await growingWork()
  await becomeBuyer(page, mailbox)
  await page.setViewportSize({ width: 1440, height: 900 })
  await buyByCard(page, work)
  await watch(page, work.title)
  const checkout = new URL(page.url()).searchParams.get('checkout')

  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/en/profile/orders/${checkout}/`)
  await watch(page, work.title)

  // The order and the collection show the drawing of the edition instead of the work's main picture.
  const drawing = new RegExp(`^/assets/editions/${work.id}/\\d+\\.jpg`)
  await expect(page.locator('article img').first()).toHaveAttribute('src', drawing)
  await visit(page, '/en/profile/collection/')
  await expect(page.locator('article img').first()).toHaveAttribute('src', drawing)
  await watch(page, work.title)
})
