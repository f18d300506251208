import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { becomeBuyer, buyByCard, test, type Work } from './fixtures'
import { settings } from './settings'
import { visit } from './visit'

/** A film is made within minutes after the mint, while the instance renders the gallery's pictures. */
const filmed = 10 * 60_000

const film = 'img[src$="film.gif"]'
const notLoaded = 'We couldn’t load the film. Check your connection and try again.'

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

/** Opens the film. Nothing of it may load before. */
async function open(page: Page, title: string) {
  const button = page.getByRole('button', { name: 'Watch it grow' })
  await expect(button).toBeVisible({ timeout: filmed })
  await expect(page.locator(film)).toHaveCount(0)
  await button.click()
  const dialog = page.getByRole('dialog', { name: `${title}, growing` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** The dialog as a visitor sees it: inside the window, without findings of axe, in a picture. */
async function look(page: Page, what: string) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations).toEqual([])
  await page.screenshot({ path: test.info().outputPath(`${what}-${page.viewportSize()?.width}.png`) })
}

async function close(page: Page) {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Watch it grow' })).toBeFocused()
}

async function plays(dialog: Locator, title: string) {
  const moving = dialog.getByRole('img', { name: `${title}: the edition is drawn` })
  await expect(moving).toBeVisible()
  await expect
    .poll(() => moving.evaluate((img: HTMLImageElement) => Math.max(img.naturalWidth, img.naturalHeight)))
    .toBe(480)
  await expect(
    dialog.getByRole('link', { name: /^Download the film \(GIF, [1-9][\d.]* [KM]B\)$/ }),
  ).toBeVisible()
}

/** Opens the film, looks at it and closes it. */
async function watch(page: Page, title: string, where: string) {
  const dialog = await open(page, title)
  await plays(dialog, title)
  await look(page, where)
  await close(page)
}

/** The film doesn't load at first: the dialog says so, and loads it when it is asked to. */
async function failAndTryAgain(
  page: Page,
  title: string,
  where: string,
  fail: (route: Route) => Promise<void>,
) {
  await page.route(`**/film.gif`, fail)
  const dialog = await open(page, title)
  await expect(dialog.getByText(notLoaded)).toBeVisible()
  await expect(dialog.getByRole('link')).toHaveCount(0)
  await look(page, `${where}-failed`)
  await page.unroute(`**/film.gif`)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await plays(dialog, title)
  await close(page)
}

/** The pixels of the still image that differ from its first one. */
const painted = (still: Locator) =>
  still.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    const pixels = new Uint32Array(data.buffer)
    return pixels.filter((pixel) => pixel !== pixels[0]).length
  })

test('an edition’s film is shown wherever its owner shows it, and says when it can’t be loaded', async ({
  page,
  browser,
  mailbox,
}) => {
  test.setTimeout(12 * settings.patience + filmed)
  const work = await growingWork()
  const { title } = work
  const wide = { width: 1440, height: 900 }
  const phone = { width: 390, height: 844 }
  await becomeBuyer(page, mailbox)

  await page.setViewportSize(wide)
  await buyByCard(page, work)
  await page.setViewportSize(phone)
  await watch(page, title, 'thanks')
  await failAndTryAgain(page, title, 'thanks', (route) => route.abort('connectionreset'))
  await page.setViewportSize(wide)
  await watch(page, title, 'thanks')
  const checkout = new URL(page.url()).searchParams.get('checkout')

  await visit(page, `/en/profile/orders/${checkout}/`)
  await watch(page, title, 'order')
  await failAndTryAgain(page, title, 'order', (route) => route.fulfill({ status: 404 }))
  await page.setViewportSize(phone)
  await watch(page, title, 'order')

  // Before the dialog has loaded, the connection is lost.
  await visit(page, '/en/profile/collection/')
  await expect(page.getByRole('button', { name: 'Watch it grow' })).toBeVisible({ timeout: filmed })
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Watch it grow' }).click()
  await expect(page.getByRole('alert').filter({ hasText: notLoaded })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('collection-offline-390.png') })
  await page.context().setOffline(false)
  await watch(page, title, 'collection')
  await expect(page.getByText(notLoaded)).toHaveCount(0)
  await page.setViewportSize(wide)
  await watch(page, title, 'collection')

  // Nothing moves for those who prefer less motion until they play the film.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const dialog = await open(page, title)
  const still = dialog.getByRole('img', { name: `${title}: the finished edition.` })
  await expect(still).toBeVisible()
  await expect(dialog.locator(film)).toBeHidden()
  await expect.poll(() => painted(still)).toBeGreaterThan(1000)
  await look(page, 'collection-still')
  await dialog.getByRole('button', { name: 'Play the film' }).click()
  await plays(dialog, title)
  await close(page)

  const name = `film-${crypto.randomUUID().slice(0, 8)}`
  await visit(page, '/en/profile/public-page/')
  await page.getByRole('checkbox', { name: 'Make my page public' }).check()
  await page.getByLabel('Address').fill(name)
  await page.getByLabel('Display name').fill('Film Collector')
  await page.getByRole('button', { name: new RegExp(`^Add ${title},`) }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Your page is public.')).toBeVisible()
  const visitor = await (await browser.newContext({ baseURL: settings.baseURL, viewport: phone })).newPage()
  await visit(visitor, `/en/collectors/${name}/`)
  await watch(visitor, title, 'collector')
  await visitor.setViewportSize(wide)
  await watch(visitor, title, 'collector')
})
