import type { Page } from '@playwright/test'
import { expect, newPerson, register, test } from './fixtures'
import { rested, visit } from './visit'

const kept = (store: string) =>
  `JSON.parse(sessionStorage.getItem('vitrine.${store}') ?? localStorage.getItem('vitrine.${store}') ?? 'null')?.state`

test('going back returns to where the page was left; a link opens at the top', async ({ page }) => {
  await visit(page, '/en/artworks/')
  await page.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }))
  await expect
    .poll(() => page.evaluate(kept('scroll')))
    .toMatchObject({ positions: [{ uri: '/en/artworks/', storedScrollPosition: 1500 }] })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Artists' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Artists' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Artworks' })).toBeAttached()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1500)
  await page.reload()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1500)
})

test('an address with a fragment shows its target below the header', { tag: '@all' }, async ({ page }) => {
  await page.goto('/en/artworks/')
  const path = await page.getByRole('article').first().getByRole('link').getAttribute('href')
  await page.goto(`${path}#provenance`)
  const top = () => page.evaluate(() => document.getElementById('provenance')?.getBoundingClientRect().top)
  await expect.poll(async () => Math.round((await top()) ?? 0)).toBe(100)
})

test('a page that takes longer than a second says so', { tag: '@all' }, async ({ page }) => {
  await page.addInitScript(() => {
    window.addEventListener('vitrine:delayed-load', (event) => {
      document.documentElement.dataset.delayed = JSON.stringify((event as CustomEvent).detail)
    })
  })
  await visit(page, '/en/')
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(/\/en\/artworks\/.*_rsc=/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'All artworks' }).click()
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeAttached()
  await expect(page.locator('html')).toHaveAttribute('data-delayed', '{"uri":"/en/artworks/"}')
  go()
  await expect(page.getByRole('heading', { level: 1, name: 'Artworks' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toHaveCount(0)
})

test('the connection is followed', { tag: '@all' }, async ({ page, context }) => {
  await visit(page, '/en/support/')
  // The code of the notice loads after the page.
  await rested(page)
  await context.setOffline(true)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You’re offline.')).toHaveCount(0)
})

test('a new build loads the next page fully', { tag: '@all' }, async ({ page }) => {
  let build = 'one'
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response: response,
      json: { ...(await response.json()), buildId: build, version: '1.2.3' },
    })
  })
  await visit(page, '/en/support/')
  await rested(page)
  await expect(page.getByText(/^Version /)).toBeVisible()
  build = 'two'
  const asked = page.waitForResponse('**/api/config')
  await page.evaluate(() => {
    Object.assign(window, { old: true })
    window.dispatchEvent(new Event('focus'))
  })
  await asked
  // A later response was read after this one.
  await page.evaluate(() => fetch('/api/config').then((response) => response.json()))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  expect(await page.evaluate(() => 'old' in window)).toBe(false)
  // The new page requests its settings, too, but no longer needs the response.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** What a page sends as the recording of its session, piece by piece. */
async function recorded(page: Page) {
  const sent: string[] = []
  await page.route('**/api/recordings', async (route) => {
    sent.push(route.request().postData() ?? '')
    await route.fulfill({ status: 204 })
  })
  return sent
}

test('sessions are recorded only after consent, without what was typed', async ({ page }) => {
  const sent = await recorded(page)
  await visit(page, '/en/artworks/#secret-of-a-link')
  await rested(page)
  expect(sent).toEqual([])
  await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('searchbox').fill('quite private words')
  await expect.poll(() => sent.length, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(sent.join()).not.toContain('quite private words')
  expect(sent.join()).not.toContain('secret-of-a-link')
  expect(JSON.parse(sent[0]!)).toMatchObject({ session: expect.any(String), events: expect.any(Array) })
})

test('a recording contains no personal data: page, login and dialog are masked', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  const sent = await recorded(page)
  await page.goto('/en/login/')
  await expect(page.getByText(`You’re logged in as ${person.email}`)).toBeVisible()
  await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => sent.length, { timeout: 20_000 }).toBeGreaterThan(0)
  await page.goto('/en/profile/wallets/')
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  const words = 'This browser has no wallet.'
  await expect(page.getByRole('dialog')).toContainText(words)
  const before = sent.length
  await expect.poll(() => sent.length, { timeout: 20_000 }).toBeGreaterThan(before)
  // Both pages were recorded without the person's name, and so was the dialog.
  expect(sent.join()).toContain('/en/login/')
  expect(sent.join()).toContain('/en/profile/wallets/')
  expect(sent.join()).not.toContain(person.email)
  expect(sent.join()).not.toContain(words)
})

test('the carousel returns to where it was left, and keys move it', async ({ page }) => {
  await page.goto('/en/')
  const carousel = page.getByRole('region', { name: /^Works of / }).first()
  await carousel.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => page.evaluate(kept('carousel'))).toEqual({ storedCarouselActiveSlide: 1 })
  await page.reload()
  await expect(carousel.getByText(/^2 of /)).toBeVisible()
  await carousel.getByRole('link').nth(1).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(carousel.getByText(/^1 of /)).toBeVisible()
  // Sideways scrolling and dragging, too.
  await carousel.evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const box = (await carousel.boundingBox())!
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.mouse.move(...middle)
  await page.mouse.wheel(120, 0)
  await expect(carousel.getByText(/^2 of /)).toBeVisible()
  await page.mouse.down()
  await page.mouse.move(middle[0] + 400, middle[1], { steps: 8 })
  await page.mouse.up()
  await expect(carousel.getByText(/^1 of /)).toBeVisible()
  await expect(page).toHaveURL(/\/en\/$/)
})

test('only available and a free price are kept in the address', { tag: '@all' }, async ({ page }) => {
  await page.goto('/en/artworks/')
  await page.getByRole('checkbox', { name: 'Available only' }).check()
  await expect(page).toHaveURL(/reduced=1$/)
  await page.getByRole('combobox', { name: 'Price' }).selectOption('Other prices…')
  await page.getByRole('textbox', { name: 'From, $' }).fill('250')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/price=250-/)
  await expect(page.getByRole('link', { name: /^Price: \$250 and more/ })).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page.getByRole('checkbox', { name: 'Available only' })).not.toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Price' })).toHaveValue('')
})

test('on a phone in landscape the whole menu fits into the window', {
  tag: '@all',
}, async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await visit(page, '/en/support/')
  const button = page.getByRole('banner').getByRole('button')
  const top = (await button.boundingBox())?.y
  await button.click()
  expect((await button.boundingBox())?.y).toBe(top)
  const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log in' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  await last.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('a notice disappears with the next page', { tag: '@all' }, async ({ page }) => {
  await register(page, newPerson())
  await page.goto('/en/profile/')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  await expect(page.getByText('Saved.')).toHaveCount(0)
})

test('a page can hide the header; the next one shows it again', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/blog/')
  const main = page.getByRole('navigation', { name: 'Main' })
  const position = () => page.getByRole('banner').evaluate((header) => getComputedStyle(header).position)
  expect(await position()).toBe('sticky')
  await main.getByRole('link', { name: 'TV' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'TV' })).toBeVisible()
  await expect.poll(position).toBe('static')
  await main.getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  await expect.poll(position).toBe('sticky')
})

/** The pages that are prefetched while a visitor scrolls to the end, hovers over a link and follows another one. */
async function fetchedAhead(page: Page, line: object) {
  await page.addInitScript((known) => {
    Object.defineProperty(navigator, 'connection', { value: known, configurable: true })
  }, line)
  const ahead: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.searchParams.has('_rsc') && url.pathname !== '/en/artists/') ahead.push(url.pathname)
  })
  await visit(page, '/en/blog/')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.getByRole('contentinfo').getByRole('link').first().hover()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Artists' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Artists' })).toBeVisible()
  return ahead
}

test('pages are prefetched on a fast connection', { tag: '@all' }, async ({ page }) => {
  const ahead = await fetchedAhead(page, { effectiveType: '4g', saveData: false })
  await expect.poll(() => ahead.length).toBeGreaterThan(0)
})

for (const line of [{ effectiveType: '2g' }, { effectiveType: '4g', saveData: true }]) {
  test(`nothing is fetched ahead on ${JSON.stringify(line)}, and links still lead on`, {
    tag: '@all',
  }, async ({ page }) => {
    expect(await fetchedAhead(page, line)).toEqual([])
  })
}

/** Visits two pages after agreeing; returns the views that were sent. */
async function viewed(page: Page) {
  const sent: Record<string, unknown>[] = []
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response: response,
      json: { ...(await response.json()), analyticsUrl: '/api/views' },
    })
  })
  await page.route('**/api/views', async (route) => {
    expect(await route.request().headerValue('cookie')).toBeNull()
    sent.push(route.request().postDataJSON())
    await route.fulfill({ status: 204 })
  })
  await visit(page, '/en/artworks/?search=secret')
  // The settings have loaded, and the visitor hasn't chosen in the banner yet.
  await rested(page)
  expect(sent).toEqual([])
  await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Accept' }).click()
  const main = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Artists', 'Blog']) {
    await main.getByRole('link', { name }).click()
    // It is announced after the view is sent.
    await expect(page.getByText(`Navigated to ${name}`)).toBeAttached()
  }
  return sent
}

test('page views are counted after consent, without personal data', { tag: '@all' }, async ({ page }) => {
  const sent = await viewed(page)
  await expect.poll(() => sent.length).toBe(2)
  expect(sent).toEqual([
    { path: '/en/artists/', title: 'Artists | Vitrine', previous: '/artworks/', width: 1300 },
    { path: '/en/blog/', title: 'Blog | Vitrine', previous: '/artists/', width: 1300 },
  ])
})

test('no page view is sent if the browser sends Do Not Track', { tag: '@all' }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' }))
  expect(await viewed(page)).toEqual([])
})

test('a page whose files are gone is loaded fully', { tag: '@all' }, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await visit(page, '/en/support/')
  await rested(page)
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { old: true }))
  let loaded = false
  let missing = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded = true
  })
  await page.route('**/_next/static/chunks/**', (route) => {
    if (loaded) return route.continue()
    missing++
    return route.fulfill({ status: 404 })
  })
  const again = page.waitForEvent('load')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Artworks' }).click()
  await again
  expect(missing).toBeGreaterThan(0)
  expect(await page.evaluate(() => 'old' in window)).toBe(false)
  await expect(page).toHaveURL(/\/en\/artworks\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Artworks' })).toBeVisible()
})

for (const status of [404, 500]) {
  test(`a page whose data request returns ${status} is loaded fully`, { tag: '@all' }, async ({ page }) => {
    await visit(page, '/en/support/')
    await rested(page)
    await page.evaluate(() => Object.assign(window, { old: true }))
    await page.route(/_rsc=/, (route) => route.fulfill({ status, body: 'gone' }))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Artworks' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Artworks' })).toBeVisible()
    expect(await page.evaluate(() => 'old' in window)).toBe(false)
  })
}

test('the menu closes when a link of it leads to another page of the same list', { tag: '@all' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/en/artworks/?page=2')
  // The code that announces pages has loaded.
  await rested(page)
  const button = page.getByRole('banner').getByRole('button')
  await expect(button).toHaveText('Menu')
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(button).toHaveText('Close')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Support' })).toBeVisible()
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Artworks' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(page).toHaveURL(/\/en\/artworks\/$/)
  await expect(page.getByText('Navigated to Artworks | Vitrine')).toBeAttached()
})

test('the next page of a list and the next work on TV are announced', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/artworks/')
  await rested(page)
  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveTitle('Artworks, page 2 | Vitrine')
  await expect(page.getByText('Navigated to Artworks, page 2 | Vitrine')).toBeAttached()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'TV' }).click()
  await expect(page.getByText('Navigated to TV | Vitrine')).toBeAttached()
  await page.getByRole('link', { name: 'Next work' }).click()
  await expect(page.getByText(/^Navigated to TV: .+ \| Vitrine$/)).toBeAttached()
})

test('choosing a work from the programme on a phone scrolls to it', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/en/tv/')
  const last = page.getByRole('region', { name: 'Programme' }).getByRole('link').last()
  await last.click()
  await expect(page).toHaveURL(/\?work=/)
  await expect(page.getByRole('region', { name: 'Player' })).toBeInViewport({ ratio: 0.5 })
})

test('the menu folds below 896 px', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/support/')
  const button = page.getByRole('banner').getByRole('button')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Artworks' })
  await page.setViewportSize({ width: 896, height: 800 })
  await expect(button).toBeHidden()
  await expect(link).toBeVisible()
  await page.setViewportSize({ width: 895, height: 800 })
  await expect(button).toBeVisible()
  await expect(link).toBeHidden()
})
