import { expect, type Page, test } from '@playwright/test'
import { liveWorks } from './gallery'
import { visit } from './visit'
import { violations } from './whole'

interface Work {
  slug: string
  title: string
  drop: { slug: string } | null
}

async function ask<T>(page: Page, query: string): Promise<T> {
  const response = await page.request.post('/graphql', { data: { query } })
  return (await response.json()).data
}

/** The first of some works that is in a drop, with all works of that drop in their order. */
async function dropWith(page: Page, slugs: string[]) {
  for (const slug of slugs) {
    const { work } = await ask<{ work: Work }>(
      page,
      `{ work: artwork(slug: "${slug}") { slug title drop { slug } } }`,
    )
    if (work.drop) return { work, drop: work.drop.slug, works: await worksOf(page, work.drop.slug) }
  }
  throw new Error('None of these works is in a drop')
}

const dropWithLiveWork = (page: Page) =>
  dropWith(
    page,
    liveWorks.map(({ slug }) => slug),
  )

async function dropWithFilm(page: Page) {
  const { artworks } = await ask<{ artworks: { items: Work[] } }>(
    page,
    '{ artworks(filter: { category: ["video"] }) { items { slug } } }',
  )
  return dropWith(
    page,
    artworks.items.map(({ slug }) => slug),
  )
}

async function worksOf(page: Page, drop: string) {
  const { found } = await ask<{ found: { artworks: { items: Work[] } } }>(
    page,
    `{ found: drop(slug: "${drop}") { artworks { items { slug title } } } }`,
  )
  return found.artworks.items
}

async function liveDrop(page: Page) {
  const { drops } = await ask<{ drops: { items: { slug: string }[] } }>(
    page,
    '{ drops(filter: { status: [LIVE] }) { items { slug } } }',
  )
  const { slug } = drops.items[0]!
  return { slug, path: `/en/drops/${slug}/`, works: await worksOf(page, slug) }
}

const slide = (page: Page, work: Work) => page.locator(`[id="${work.slug}"]`)

async function expectShown(page: Page, work: Work, number: number, count: number) {
  await expect(slide(page, work)).toBeInViewport({ ratio: 0.95 })
  await expect(page.getByText(`${number} of ${count}`, { exact: true })).toBeVisible()
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a drop is walked through work by work, ${width} px, ${colorScheme}`, { tag: '@all' }, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      const { path, works } = await liveDrop(page)
      const [first, second, third] = works as [Work, Work, Work]
      await visit(page, path)
      await page.getByRole('link', { name: 'View the exhibition' }).click()
      await page.waitForURL(`**${path}exhibition/`)
      await expectShown(page, first, 1, works.length)
      // It fills the window, and the whole work is visible.
      await expect(page.getByRole('banner')).toBeHidden()
      const picture = (await slide(page, first).getByRole('img').boundingBox())!
      expect(picture.x).toBeGreaterThanOrEqual(0)
      expect(picture.x + picture.width).toBeLessThanOrEqual(width)
      expect(picture.width > 0.85 * width || picture.height > 0.6 * height).toBe(true)
      expect(await violations(page)).toEqual([])

      await page.getByRole('button', { name: 'Next work' }).click()
      await expectShown(page, second, 2, works.length)
      await page.keyboard.press('ArrowRight')
      await expectShown(page, third, 3, works.length)
      await expect(page).toHaveURL(new RegExp(`exhibition/#${third.slug}$`))
      await page.keyboard.press('ArrowLeft')
      await expectShown(page, second, 2, works.length)

      // The address names the work, for a reload and for going back from its page.
      await page.reload()
      await expectShown(page, second, 2, works.length)
      await slide(page, second).getByRole('link', { name: second.title }).click()
      await page.waitForURL(`**/en/artworks/${second.slug}/`)
      await expect(page.getByRole('banner')).toBeVisible()
      await page.goBack()
      await expectShown(page, second, 2, works.length)
      await page.keyboard.press('End')
      await expectShown(page, works.at(-1)!, works.length, works.length)

      await page.keyboard.press('Escape')
      await page.waitForURL(`**${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    })
  }
}

test('a slideshow continues until a key is pressed, at the pace that was chosen', { tag: '@all' }, async ({
  page,
}) => {
  await page.clock.install()
  const { path, works } = await liveDrop(page)
  await page.goto(`${path}exhibition/`)
  const pace = page.getByRole('combobox', { name: 'Time for each work' })
  await pace.selectOption('10 seconds')
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeAttached()
  const play = page.getByRole('button', { name: 'Pause' })
  await expect(play).toBeVisible()
  await page.clock.fastForward(3000)
  const room = page.locator('[data-playing]')
  await expect(room).toHaveAttribute('data-resting')
  await expect(room).toHaveCSS('cursor', 'none')
  await page.clock.fastForward(7000)
  await expect(slide(page, works[1]!)).toBeInViewport({ ratio: 0.95 })
  await page.clock.fastForward(10_000)
  await expect(slide(page, works[2]!)).toBeInViewport({ ratio: 0.95 })
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await page.clock.fastForward(30_000)
  await expectShown(page, works[2]!, 3, works.length)
  await page.reload()
  await expect(pace).toHaveValue('10')
})

test('a live work runs only while it is the one that is shown', { tag: '@all' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const { work, drop, works } = await dropWithLiveWork(page)
  const at = works.findIndex(({ slug }) => slug === work.slug)
  const other = works[at === 0 ? 1 : at - 1]!
  await visit(page, `/en/drops/${drop}/exhibition/#${work.slug}`)
  await expect(slide(page, work).locator('[data-state="live"] iframe')).toBeVisible()
  await page.keyboard.press(at === 0 ? 'ArrowRight' : 'ArrowLeft')
  await expect(slide(page, other)).toBeInViewport({ ratio: 0.95 })
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('a film in an exhibition begins silently and has its sound on demand', { tag: '@all' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 390, height: 844 })
  const { work, drop } = await dropWithFilm(page)
  await visit(page, `/en/drops/${drop}/exhibition/#${work.slug}`)
  const film = slide(page, work).locator('video')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)
  expect(await film.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
  // Its player fits below it on a phone.
  const player = (await slide(page, work).getByRole('group', { name: 'Player' }).boundingBox())!
  expect(player.height).toBeLessThan(60)
  await slide(page, work).getByRole('button', { name: 'Sound on' }).click()
  expect(await film.evaluate((video: HTMLVideoElement) => video.muted)).toBe(false)
})

test('visitors who prefer less motion see the works without any', { tag: '@all' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { work, drop, works } = await dropWithLiveWork(page)
  await visit(page, `/en/drops/${drop}/exhibition/#${work.slug}`)
  const run = slide(page, work).getByRole('button', { name: 'Run it live' })
  await expect(run).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  // Its picture shows its first editions, and what runs is the first one.
  await expect(slide(page, work).getByRole('img').first()).toHaveAttribute(
    'src',
    /\/assets\/editions\/\d+\/wall-\d+\.jpg/,
  )
  const { artwork } = await ask<{ artwork: { editions: { number: number; hash: string }[] } }>(
    page,
    `{ artwork(slug: "${work.slug}") { editions(from: 1) { number hash } } }`,
  )
  await run.click()
  await expect(slide(page, work).locator('iframe')).toHaveAttribute(
    'src',
    new RegExp(`hash=${artwork.editions[0]!.hash}`),
  )
  await page.keyboard.press('Home')
  await expectShown(page, works[0]!, 1, works.length)
})

test('without scripts an exhibition is a column of works', { tag: '@all' }, async ({
  browser,
  baseURL,
  page,
}) => {
  const { slug, works } = await liveDrop(page)
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const still = await context.newPage()
  await still.goto(`/en/drops/${slug}/exhibition/#${works[2]!.slug}`)
  await expect(slide(still, works[2]!)).toBeInViewport({ ratio: 0.95 })
  await expect(slide(still, works[2]!).getByRole('link', { name: works[2]!.title })).toBeVisible()
  await expect(still.getByRole('button', { name: 'Next work' })).toHaveCount(0)
  await still.getByRole('link', { name: 'Close' }).click()
  await still.waitForURL(`**/en/drops/${slug}/`)
  await context.close()
})

test('the programme of TV is an exhibition, too', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/tv/')
  await page.getByRole('link', { name: 'View as an exhibition' }).click()
  await page.waitForURL('**/en/tv/exhibition/')
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play' }).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible()
  await page.getByRole('link', { name: 'Close' }).click()
  await page.waitForURL('**/en/tv/')
})
