import type { Locator, Page } from '@playwright/test'
import { completeProfile, expect, newPerson, register, test } from './fixtures'
import { liveWorks } from './gallery'
import { settings } from './settings'
import { enterFullScreen, rested, visit } from './visit'

const cookies = (page: Page) => page.getByRole('region', { name: 'Cookies' })

/** An available work of a category, with a film or recording if so wished. */
async function slugOf(category: string, film = false) {
  const response = await fetch(`${settings.baseURL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `{artworks(filter: {category: ["${category}"], availability: [AVAILABLE]}) {items {slug media {kind}}}}`,
    }),
  })
  const { data } = (await response.json()) as {
    data: { artworks: { items: { slug: string; media: { kind: string }[] }[] } }
  }
  return data.artworks.items.find(({ media }) => !film || media[0]?.kind === 'VIDEO')!.slug
}

/** Whether a click in the middle of an element would reach it. */
const onTop = (element: Locator) =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && (node === hit || node.contains(hit))
  })

test('films and recordings keep their proportions in every column', { tag: '@all' }, async ({ page }) => {
  for (const category of ['audio', 'video']) {
    const path = `/en/artworks/${await slugOf(category, true)}/`
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      const videos = page.locator('main video')
      await expect(videos.first()).toBeVisible()
      for (const video of await videos.all()) {
        // A film that isn't laid out yet has no proportions.
        const off = () =>
          video.evaluate((node: HTMLVideoElement) =>
            Math.abs(
              Number(node.getAttribute('height')) / Number(node.getAttribute('width')) -
                node.offsetHeight / node.offsetWidth,
            ),
          )
        await expect.poll(off, `${path} at ${width}`).toBeLessThan(0.05)
      }
    }
  }
})

test('the cookie banner covers neither the Buy button of a phone nor the controls of a live work', {
  tag: '@all',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/en/artworks/${await slugOf('generative')}/`)
  await expect(cookies(page)).toBeVisible()
  await page.getByRole('heading', { name: 'Provenance' }).evaluate((node) => node.scrollIntoView())
  const buy = page.getByRole('link', { name: 'Buy', exact: true }).last()
  await expect.poll(() => onTop(buy)).toBe(true)

  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, `/en/artworks/${liveWorks[0]!.slug}/?edition=1`)
  await expect(cookies(page)).toBeVisible()
  for (const name of ['Pause', 'Show still image', 'Full screen', 'Next edition']) {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button, name).toBeVisible()
    await expect.poll(() => onTop(button), name).toBe(true)
  }
  const height = () =>
    page.getByRole('button', { name: 'Full screen' }).evaluate((node) => node.getBoundingClientRect().bottom)
  const before = await height()
  await cookies(page).getByRole('button', { name: 'Decline' }).click()
  await expect.poll(height).toBeGreaterThan(before)
})

test('a notification covers no button of the cookie banner', { tag: ['@all', '@firefox'] }, async ({
  page,
}) => {
  await register(page, newPerson())
  await completeProfile(page)
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible()
    for (const name of ['Accept', 'Decline'])
      await expect
        .poll(() => onTop(cookies(page).getByRole('button', { name })), `${name}, ${width} px`)
        .toBe(true)
  }
})

test('in full screen a control has no background under the pointer, and a whole ring on the keyboard', {
  tag: '@all',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, `/en/artworks/${liveWorks[0]!.slug}/?edition=1`)
  await enterFullScreen(page)
  const next = page.getByRole('button', { name: 'Next edition' })
  await next.hover()
  await expect(next).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  // The ring of the focused one is inside the window.
  await next.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(next).toBeFocused()
  const below = await next.evaluate((button) => {
    const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(button)
    if (outlineStyle === 'none') throw new Error('no ring')
    return (
      button.getBoundingClientRect().bottom +
      Number.parseFloat(outlineOffset) +
      Number.parseFloat(outlineWidth) -
      window.innerHeight
    )
  })
  expect(below).toBeLessThanOrEqual(0)
})

test('the keyboard stays in the open menu, and the page is reachable again in a wider window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/en/artists/')
  await rested(page)
  const button = page.getByRole('banner').getByRole('button')
  await button.click()
  const last = page.getByRole('banner').getByRole('link', { name: 'Support' })
  await last.focus()
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(() => document.activeElement?.closest('main, footer, [data-banner]') ?? null),
    ).toBeNull()
  }
  await expect(page.locator('main')).toHaveAttribute('inert')
  await page.setViewportSize({ width: 1024, height: 844 })
  await expect(page.locator('main')).not.toHaveAttribute('inert')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('behind a zoomed work, the search and the menu the page neither scrolls nor moves', {
  tag: '@all',
}, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 700 })
  await visit(page, '/en/artworks/brickfield-suburb-123/')
  await rested(page)
  const state = () =>
    page.evaluate(async () => {
      for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)
      return { top: window.scrollY, width: document.documentElement.clientWidth }
    })
  const turn = async () => {
    await page.mouse.move(400, 350)
    await page.mouse.wheel(0, 100)
    return state()
  }
  // The question about recordings would cover the button.
  await page.getByRole('button', { name: 'Decline' }).click()
  // Browsers keep the text in place when what is above it changes, but only on a page that was scrolled.
  await page.evaluate(() => window.scrollTo(0, 28))
  const before = await state()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  expect(await turn(), 'zoomed').toEqual(before)
  const close = page.getByRole('button', { name: 'Close', exact: true })
  await close.click()
  // Playwright scrolls the page if the work still covers the button that it clicks next.
  await expect(close).toBeHidden()
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  expect(await turn(), 'menu').toEqual(before)
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  expect(await turn(), 'search').toEqual(before)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await turn()).top).toBeGreaterThan(before.top)
})

test('a price that isn’t a number is not searched for, and its field says what to enter', {
  tag: '@all',
}, async ({ page }) => {
  await visit(page, '/en/artworks/')
  await page.getByRole('combobox', { name: 'Price' }).selectOption('Other prices…')
  const from = page.getByLabel('From, $')
  const message = page.getByRole('alert').filter({ hasText: /whole dollars/i })
  await expect(message).toHaveCount(0)
  await from.fill('12a')
  await from.press('Tab')
  await expect(message).toBeVisible()
  const tops = await page
    .locator('input[data-range]')
    .evaluateAll((ends) => ends.map((end) => end.getBoundingClientRect().top))
  expect(tops[0]).toBe(tops[1])
  await expect(page).toHaveURL(/\/en\/artworks\/$/)
  await from.fill('120')
  await from.press('Tab')
  await expect(message).toHaveCount(0)
  await expect(page).toHaveURL(/price=120-/)
})

test('browsers find an icon at /favicon.ico', async ({ request }) => {
  const response = await request.get('/favicon.ico')
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)/)
  // The header of an icon file: reserved, type 1, at least one image.
  const body = await response.body()
  expect([body.readUInt16LE(0), body.readUInt16LE(2)]).toEqual([0, 1])
  expect(body.readUInt16LE(4)).toBeGreaterThan(0)
})
