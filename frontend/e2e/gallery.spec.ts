import { expect, test } from '@playwright/test'
import { sample, templates } from './gallery'
import { enterFullScreen, visit } from './visit'
import { beyond } from './whole'

test('filters are in the address and as chips, and can be removed', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/artworks/')
  const search = page.getByRole('search')
  await search.getByLabel('Availability').selectOption('available')
  await expect(page).toHaveURL(/availability=available/)
  await search.getByLabel('Sort by').selectOption('price_asc')
  await expect(page).toHaveURL(/availability=available&sort=price_asc/)
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

test('a search is sorted by relevance unless another order is asked for', { tag: '@all' }, async ({
  page,
}) => {
  await visit(page, '/en/artworks/')
  const order = page.getByRole('search').getByLabel('Sort by')
  await expect(order.locator('option:checked')).toHaveText('Newest')
  await page.getByRole('searchbox').fill('moon')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/artworks\/\?search=moon$/)
  await expect(order.locator('option:checked')).toHaveText('Relevance')
  await order.selectOption('newest')
  await expect(page).toHaveURL(/\?search=moon&sort=newest$/)
  // The address keeps the order, so sharing it shows the same.
  await page.reload()
  await expect(order.locator('option:checked')).toHaveText('Newest')
  await page.getByRole('link', { name: /^Search: moon/ }).click()
  await expect(page).toHaveURL(/\/en\/artworks\/$/)
})

test('a search without exact results says what was found instead', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/artworks/')
  const note = page.getByText('No exact match.')
  await page.getByRole('searchbox').fill('karacel')
  await page.keyboard.press('Enter')
  await expect(note).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('Karaçelik')
  await page.getByRole('searchbox').fill('moon')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=moon/)
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('drops are listed open first, then upcoming, then ended', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/drops/')
  const order = page.getByRole('search').getByLabel('Sort by')
  await expect(order.locator('option:checked')).toHaveText('Open now first')
  const states = await page
    .getByRole('article')
    .locator('[data-status]')
    .evaluateAll((all) => all.map((element) => element.getAttribute('data-status')))
  const ranks = states.map((state) => ['live', 'upcoming', 'ended'].indexOf(state ?? ''))
  expect(ranks).toEqual(ranks.toSorted())
  expect(new Set(ranks).size).toBeGreaterThan(1)
  await order.selectOption('newest')
  await expect(page).toHaveURL(/\/en\/drops\/\?sort=newest$/)
})

test('a price range may be typed either way round', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/artworks/')
  await page.getByRole('combobox', { name: 'Price' }).selectOption('Other prices…')
  await page.getByRole('textbox', { name: 'From, $' }).fill('700')
  await page.getByRole('textbox', { name: 'To, $' }).fill('200')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/price=200-700/)
  await expect(page.getByRole('link', { name: /^Price: \$200 to \$700/ })).toBeVisible()
})

test('a work is zoomed step by step; on a phone fingers then move it, not the page', { tag: '@all' }, async ({
  page,
}) => {
  await visit(page, `/en/artworks/${(await sample()).artwork}/`)
  const closer = page.getByRole('button', { name: 'Zoom in' })
  const wall = page.locator('[data-near]', { has: closer })
  const touch = () => wall.evaluate((element) => getComputedStyle(element).touchAction)
  expect(await touch()).toBe('auto')
  await closer.dblclick()
  await expect(wall).toHaveAttribute('style', /--scale: ?2\.56/)
  expect(await touch()).toBe('none')
  await page.getByRole('button', { name: 'Zoom out' }).dblclick()
  await expect(wall).toHaveAttribute('data-near', 'false')
  expect(await touch()).toBe('auto')
})

test('on a phone the price and Buy stay visible after scrolling, and permanently cover nothing', {
  tag: '@all',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/en/artworks/${(await sample()).artwork}/`)
  await page.getByRole('button', { name: 'Decline' }).click()
  const [beside, foot] = await page.getByRole('link', { name: 'Buy', exact: true }).all()
  await beside!.scrollIntoViewIfNeeded()
  await expect(foot!).not.toBeInViewport()
  await page.getByRole('heading', { name: 'Provenance' }).scrollIntoViewIfNeeded()
  await expect(beside!).not.toBeInViewport()
  await expect(foot!).toBeInViewport({ ratio: 1 })
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(foot!).not.toBeInViewport()
  await foot!.click()
  await expect(page).toHaveURL(/\/checkout\/$/)
})

test('on a phone the pagination of a listing takes one line', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en/artworks/?page=2')
  const turning = page.getByRole('navigation', { name: 'Pagination' })
  const places = ['Previous', 'Page 2', 'Next'].map((name) =>
    turning.getByRole('link', { name }).boundingBox(),
  )
  const [previous, now, next] = await Promise.all(places)
  expect(Math.abs(previous!.y - next!.y)).toBeLessThan(2)
  expect(previous!.x + previous!.width).toBeLessThanOrEqual(now!.x)
  expect(now!.x + now!.width).toBeLessThanOrEqual(next!.x)
  await expect(turning.getByRole('link', { name: 'Page 1' })).toBeHidden()
})

test('TV plays silently and continues with the next film', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/tv/')
  const film = page.locator('video')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => !video.paused && video.muted)).toBe(true)
  const first = await film.getAttribute('src')
  await film.evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.5
  })
  await expect(film).not.toHaveAttribute('src', first!)
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => !video.paused)).toBe(true)
})

test('a work: wall, keys, previous and next', async ({ page }) => {
  await page.goto('/en/artworks/')
  const link = page.getByRole('article').nth(1).getByRole('heading').getByRole('link')
  const title = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Provenance' })).toBeVisible()
  const address = page.url()
  await enterFullScreen(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).not.toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title)
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(address)
})

test('addresses without language or slash redirect once; unknown ones are 404', async ({ request }) => {
  const redirect = await request.get('/artworks?page=2', { maxRedirects: 0 })
  expect(redirect.status()).toBe(307)
  expect(redirect.headers().location).toMatch(/\/en\/artworks\/\?page=2$/)
  for (const path of ['/en/nothing/here/', '/en/404/', '/en/artworks/none-999999999/', '/missing.png']) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
})

test('a name without its accents leads to the artist', { tag: '@all' }, async ({ page, request }) => {
  const response = await request.post('/graphql', { data: { query: '{ artists { items { slug name } } }' } })
  const artists: { slug: string; name: string }[] = (await response.json()).data.artists.items
  const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '')
  const artist = artists.find(({ name }) => plain(name) !== name)!
  await page.goto('/en/artworks/')
  await page.getByRole('searchbox').fill(plain(artist.name))
  await page.keyboard.press('Enter')
  await page.getByRole('paragraph').getByRole('link', { name: artist.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(artist.name)
})

test('a filter by price says what it hides, a sort by price hides nothing', { tag: '@all' }, async ({
  page,
}) => {
  const said = page.getByText('Unpriced works are hidden.')
  await page.goto('/en/artworks/?sort=price_asc')
  await expect(page.getByRole('search')).toBeVisible()
  await expect(said).toHaveCount(0)
  await page.goto('/en/artworks/?price=1-100000')
  await expect(said).toBeVisible()
})

test('a work that can’t be bought links to similar ones that can', { tag: '@all' }, async ({
  page,
  request,
}) => {
  const response = await request.post('/graphql', {
    data: {
      query: '{ artworks(filter: {availability: [SOLD_OUT]}) { items { slug artist { name } } } }',
    },
  })
  const [work] = (await response.json()).data.artworks.items
  await page.goto(`/en/artworks/${work.slug}/`)
  await expect(page.getByText(/^Sold out/)).toBeVisible()
  await page.getByRole('link', { name: 'Similar works' }).click()
  const alike = page.getByRole('region', { name: 'Similar works' })
  await expect(alike.getByRole('heading', { level: 2 })).toBeInViewport()
  await expect(alike.getByRole('article')).toHaveCount(3)
  await expect(alike.getByText(work.artist.name, { exact: true })).toHaveCount(0)
  await alike.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Buy', exact: true })).toBeVisible()
})

test('a drop links to other drops, a post to other posts and its author', { tag: '@all' }, async ({
  page,
  request,
}) => {
  const response = await request.post('/graphql', {
    data: { query: '{ drops { items { slug } } curators { name } posts { items { slug author } } }' },
  })
  const { drops, curators, posts } = (await response.json()).data
  await page.goto(`/en/drops/${drops.items[0].slug}/`)
  const other = page.getByRole('region', { name: 'Other drops' }).getByRole('article').first()
  await other.getByRole('link').click()
  await expect(page).not.toHaveURL(new RegExp(drops.items[0].slug))
  await expect(page).toHaveURL(/\/en\/drops\/./)

  const names = curators.map(({ name }: { name: string }) => name)
  const post = posts.items.find(({ author }: { author: string }) => names.includes(author))
  await page.goto(`/en/blog/${post.slug}/`)
  const more = page.getByRole('region', { name: /^More in / })
  await expect(more.getByRole('article').first()).toBeVisible()
  await expect(more.locator(`a[href*="${post.slug}"]`)).toHaveCount(0)
  await page.getByRole('article').first().getByRole('link', { name: post.author }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.author)
})

test('on paper a work keeps its title and price, without the header of the site and its controls', {
  tag: '@all',
}, async ({ page }) => {
  const { artwork } = await sample()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await visit(page, `/en/artworks/${artwork}/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('article header').getByText(/^\$[\d,]+$/)).toBeVisible()
  for (const gone of ['body > header', 'body > footer', '[data-banner]', 'main button'])
    await expect(page.locator(gone).filter({ visible: true })).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(22, 22, 20)')
})

test('every page fits on A4, with its heading and without navigation', { tag: '@all' }, async ({ page }) => {
  test.setTimeout(300_000)
  // 210 mm at 96 pixels an inch, without the margins of a centimetre that browsers print.
  await page.setViewportSize({ width: 718, height: 1047 })
  await page.emulateMedia({ media: 'print' })
  const slugs = await sample()
  for (const [name, path] of Object.entries(templates))
    await test.step(name, async () => {
      await visit(page, path(slugs))
      await expect.soft(page.getByRole('heading', { level: 1 }).first(), name).toBeVisible()
      expect.soft(await beyond(page), name).toEqual([])
      for (const gone of ['nav', 'body > header', 'body > footer'])
        await expect.soft(page.locator(gone).filter({ visible: true }), `${name}: ${gone}`).toHaveCount(0)
      // What a page scrolls on a screen is cut off on paper.
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('body *')]
          .filter((element) => {
            const { overflowX, overflowY } = getComputedStyle(element)
            const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
            return (
              element.checkVisibility() &&
              ((scrolls(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
                (scrolls(overflowY) && element.scrollHeight > element.clientHeight + 1))
            )
          })
          .map((element) => `${element.tagName.toLowerCase()}.${element.className}`),
      )
      expect.soft(cut, name).toEqual([])
    })
})

test("the listing's fields stand in line", { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/en/artworks/')
  const search = page.getByRole('search')
  const fields = ['Price', 'Technique', 'Edition size', 'Availability']
  // The boxes are read one after the other, and fonts that arrive in between move them.
  await expect(async () => {
    const [first, ...others] = await Promise.all(
      fields.map((name) => search.getByLabel(name, { exact: true }).first().boundingBox()),
    )
    for (const box of others) expect(box).toMatchObject({ y: first!.y, height: first!.height })
  }).toPass()
})

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`the question about cookies covers no heading at the entrance, ${width} px wide`, {
    tag: '@all',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/en/')
    const [banner, title] = await Promise.all([
      page.getByRole('region', { name: 'Cookies' }).boundingBox(),
      page.getByRole('heading', { level: 1 }).boundingBox(),
    ])
    expect(title!.y + title!.height).toBeLessThanOrEqual(banner!.y)
  })
}

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

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })
  test('an unvisited page says so', async ({ page, context }) => {
    await page.goto('/en/')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.reload()
    await context.setOffline(true)
    await page.goto('/en/drops/')
    await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Drops' })).toBeVisible()
  })

  test('a missing page comes from the server, in the chosen theme', { tag: '@all' }, async ({ page }) => {
    await page.goto('/en/')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.reload()
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    const response = await page.goto('/en/nothing/')
    expect([response?.status(), response?.fromServiceWorker()]).toEqual([404, true])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing hangs here')
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-ready', 'rested')
    await expect(html).toHaveAttribute('data-theme', 'dark')
    expect(errors.filter((text) => !text.includes('404'))).toEqual([])
  })
})

for (const [width, height, most] of [
  [390, 844, 0.12],
  [320, 640, 0.18],
] as const) {
  test(`the cookie banner leaves room for the page at ${width} px`, { tag: '@all' }, async ({ page }) => {
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

test('consent and theme are stored', async ({ page }) => {
  await page.goto('/en/')
  const cookies = page.getByRole('region', { name: 'Cookies' })
  await cookies.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(cookies).toHaveCount(0)
})

test('a work whose sale has not begun says so wherever it could be bought', { tag: '@all' }, async ({
  page,
  request,
}) => {
  const response = await request.post('/graphql', {
    data: { query: '{ artworks(filter: {availability: [UPCOMING]}) { items { slug } } }' },
  })
  const [work] = (await response.json()).data.artworks.items
  await page.goto(`/en/artworks/${work.slug}/`)
  await expect(page.getByText(/^On sale from /)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Buy', exact: true })).toHaveCount(0)
  await page.goto(`/en/artworks/${work.slug}/checkout/`)
  await expect(page.getByRole('status')).toHaveText('The sale of this work hasn’t started yet.')
  await expect(page.getByRole('link', { name: 'Log in to buy' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeDisabled()
  await page.getByRole('link', { name: 'About the work' }).click()
  await expect(page).toHaveURL(new RegExp(`/en/artworks/${work.slug}/$`))
})

test('a page that waits for a drop updates when it opens', { tag: '@all' }, async ({ page, request }) => {
  const response = await request.post('/graphql', {
    data: { query: '{ artworks(filter: {availability: [UPCOMING]}) { items { slug drop { startsAt } } } }' },
  })
  const [work] = (await response.json()).data.artworks.items
  const path = `/en/artworks/${work.slug}/`
  await page.clock.install({ time: Date.parse(work.drop.startsAt) - 60_000 })
  // Countdowns follow the server's clock, which is the page's here.
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch()
    const date = new Date(await page.evaluate(() => Date.now())).toUTCString()
    await route.fulfill({ response, headers: { ...response.headers(), date } })
  })
  await visit(page, path)
  await expect(page.getByText(/^On sale from .+, in 0:\d\d$/)).toBeVisible()
  const asked = page.waitForRequest((request) => {
    const url = new URL(request.url())
    return url.pathname === path && url.searchParams.has('_rsc')
  })
  await page.clock.runFor(70_000)
  await asked
  // The server's clock is unchanged: for it the sale has not started.
  await expect(page.getByText(/^On sale from .+, opening…$/)).toBeVisible()
})
