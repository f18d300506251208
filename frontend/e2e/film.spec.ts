import { expect, type Page } from '@playwright/test'
import { becomeBuyer, buyOnPages, openTools, test, type Work } from './fixtures'
import { liveWorks } from './gallery'
import { alike, difference } from './pixels'
import { settings } from './settings'
import { rested, visit } from './visit'
import { violations } from './whole'

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
  const still = new Set(liveWorks.flatMap(({ id, moves }) => (moves ? [] : [id])))
  const found = items.findLast(({ id, media }) => still.has(id) && media[0]?.deterministic)
  if (!found) throw new Error('The gallery offers no live work')
  return found
}

const filmButton = (page: Page) => page.getByRole('button', { name: 'Watch it grow' })
const filmDialog = (page: Page, title: string) => page.getByRole('dialog', { name: `${title}, growing` })
const notLoaded = 'We couldn’t load the film. Check your connection and try again.'

async function noViolations(page: Page) {
  expect(await violations(page, '[role=dialog]')).toEqual([])
}

/** Opens the film, watches it and closes it. Nothing of it loads before. */
async function watch(page: Page, title: string) {
  const button = filmButton(page)
  await expect(button).toBeVisible({ timeout: filmed })
  await expect(page.locator('img[src$="film.gif"]')).toHaveCount(0)
  await button.click()
  const dialog = filmDialog(page, title)
  const film = dialog.getByRole('img', { name: title })
  await expect(film).toBeVisible()
  await expect
    .poll(() => film.evaluate((img: HTMLImageElement) => Math.max(img.naturalWidth, img.naturalHeight)))
    .toBe(480)
  await expect(
    dialog.getByRole('link', { name: /^Download the film \(GIF, [1-9][\d.]* [KM]B\)$/ }),
  ).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await noViolations(page)
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

/**
 * Opens the film without a connection: first the code of its dialog doesn’t load, then the film. Each time the owner tries again. Requests
 * are refused one by one, because the browser's cache has both.
 */
async function watchAfterFailures(page: Page, title: string) {
  const button = filmButton(page)
  await expect(button).toBeVisible({ timeout: filmed })
  await rested(page)
  const code = '**/_next/static/chunks/**'
  await page.route(code, (route) => route.abort('internetdisconnected'))
  await button.click()
  await expect(page.getByRole('alert').filter({ hasText: notLoaded })).toBeVisible()

  let tries = 0
  await page.route('**/film.gif', (route) => {
    tries++
    return route.abort('internetdisconnected')
  })
  await page.unroute(code)
  await button.click()
  const dialog = filmDialog(page, title)
  const alarm = dialog.getByRole('alert').filter({ hasText: notLoaded })
  await expect(alarm).toBeVisible()
  await expect(dialog.getByRole('img')).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: /^Download/ })).toHaveCount(0)
  await noViolations(page)
  await page.screenshot({ path: test.info().outputPath('film-failed.png') })
  const before = tries
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => tries).toBeGreaterThan(before)
  await expect(alarm).toBeVisible()

  await page.unroute('**/film.gif')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('img', { name: title })).toBeVisible()
  await expect(alarm).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
}

/** With reduced motion the film shows its finished picture until the owner plays it. */
async function watchStill(page: Page, title: string) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await filmButton(page).click()
  const dialog = filmDialog(page, title)
  const picture = dialog.getByRole('img', { name: `${title}: the finished edition.` })
  await expect(picture).toBeVisible()
  const film = dialog.getByRole('img', { name: /is drawn from an empty page/ })
  await expect(film).toHaveCount(0)
  // The canvas has a picture on it, not one colour.
  await expect
    .poll(() =>
      picture.evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
        return new Set(new Uint32Array(data.buffer)).size
      }),
    )
    .toBeGreaterThan(8)
  await noViolations(page)
  await page.screenshot({ path: test.info().outputPath('film-still.png') })
  await dialog.getByRole('button', { name: 'Play the film' }).click()
  await expect(film).toBeVisible()
  await expect(picture).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Show still image' }).click()
  await expect(picture).toBeVisible()
  await page.keyboard.press('Escape')
  await page.emulateMedia({ reducedMotion: null })
}

/** The frame is empty until the edition is minted. Then it draws itself, and ends as the server's drawing of it, which may be ready later. */
async function growsInItsRoom(page: Page, work: Work) {
  const stage = page.locator('main [data-stage]').first()
  const finished = page.locator('main [data-edition]').first()
  await expect(stage).toHaveAttribute('data-stage', 'empty')
  await expect(finished).toBeHidden()
  await expect(stage).toHaveAttribute('data-stage', 'growing', { timeout: settings.patience })
  await expect(finished).toBeHidden()
  const frame = page.locator('main iframe[title$="running live"]').first()
  await expect(frame).toBeVisible()
  const inside = (await (await frame.elementHandle())!.contentFrame())!
  await expect(stage).toHaveAttribute('data-stage', 'whole', { timeout: settings.patience })
  await expect(finished).toBeVisible()
  const file = `/assets/editions/${work.id}/${await finished.getAttribute('data-edition')}.jpg`
  await expect
    .poll(async () => (await page.request.get(file)).status(), { timeout: settings.patience })
    .toBe(200)
  const drawing = await (await page.request.get(file)).body()
  await expect
    .poll(async () => {
      const drawn = await inside.evaluate(() => document.querySelector('canvas')!.toDataURL())
      return difference(Buffer.from(drawn.split(',')[1]!, 'base64'), drawing)
    })
    .toBeLessThan(alike)
}

test('an owner watches their edition grow, after the purchase and on the order’s page', {
  tag: '@all',
}, async ({ page, mailbox }) => {
  test.setTimeout(8 * settings.patience + filmed)
  const work = await growingWork()
  await becomeBuyer(page, mailbox)
  await page.setViewportSize({ width: 1440, height: 900 })
  await buyOnPages(page, work)
  await growsInItsRoom(page, work)
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
  await openTools(page)
  await watchAfterFailures(page, work.title)
  await watchStill(page, work.title)
  await watch(page, work.title)
})
