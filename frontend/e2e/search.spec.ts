import { expect, type Page, test } from '@playwright/test'
import { visit } from './visit'
import { violations } from './whole'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search the gallery' })
/** The suggestions below the field. Menus of the page have options too. */
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
const open = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search' })

/** Opens the search by keyboard and types. */
async function type(page: Page, text: string) {
  await open(page).focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(text)
}
const active = (page: Page) =>
  field(page).evaluate((element) => {
    const id = element.getAttribute('aria-activedescendant')
    return id && document.getElementById(id)?.textContent
  })

test('a half-typed name leads to the artist, by keyboard alone', async ({ page }) => {
  await visit(page, '/en/support/')
  await type(page, 'karac')
  const options = suggestions(page)
  await expect(options.first()).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('status').filter({ hasText: 'suggestion' })).toBeAttached()
  const artist = options.filter({ hasText: 'Artist' }).first()
  await expect(artist).toContainText('Karaçelik')
  await expect(artist.locator('mark')).toHaveText('Karaç')
  await expect.poll(() => active(page)).toBeNull()
  // The arrow keys go through the list and back to the field, which keeps the focus and its text.
  for (let i = 0; i < 20 && !(await active(page))?.includes('Artist'); i++) {
    await page.keyboard.press('ArrowDown')
  }
  expect(await active(page)).toContain('Karaçelik')
  await expect(artist).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('karac')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/artists\/.+-\d+\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Karaçelik')
  await expect(field(page)).toHaveCount(0)
})

test('Enter without a choice searches the artworks; Escape closes the list, then the search', {
  tag: '@all',
}, async ({ page }) => {
  await visit(page, '/en/')
  await type(page, 'moon')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => active(page)).toBeTruthy()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => active(page)).toBeNull()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowDown')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
  await expect(open(page)).toBeFocused()
  await type(page, 'moon')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/artworks\/\?search=moon$/)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a technique leads to the artworks made with it', { tag: '@all' }, async ({ page }) => {
  // The list of artworks has a separate search instead of the header's.
  await visit(page, '/en/support/')
  await type(page, 'penrose')
  await suggestions(page).filter({ hasText: 'Technique' }).first().click()
  await expect(page).toHaveURL(/\/en\/artworks\/\?search=/)
  await expect(page.getByRole('link', { name: /^Search: .*penrose/i })).toBeVisible()
  await expect(field(page)).toHaveCount(0)
})

test('Apollo isn’t loaded and nothing is requested before a search', { tag: '@all' }, async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) requests.push(request.postData() ?? '')
  })
  await visit(page, '/en/support/')
  await type(page, 'vor')
  await expect(suggestions(page).first()).toBeVisible()
  // Three keys within the pause are one request.
  expect(requests.map((body) => JSON.parse(body).variables)).toEqual([{ text: 'vor' }])
})

test('a text without suggestions says so and still searches', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/support/')
  await type(page, 'qqqqqqqqqq')
  await expect(page.getByText('No suggestions. Press Enter to search artworks.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No works found.')).toBeVisible()
})

test('if suggestions fail the search works without them', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/support/')
  await page.route('**/graphql', (route) => route.fulfill({ status: 400, body: '{}' }))
  await type(page, 'moon')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/artworks\/\?search=moon$/)
})

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`the open search is accessible and inside its window, ${width} px wide`, { tag: '@all' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await visit(page, '/en/')
    await page.getByRole('button', { name: 'Decline' }).click()
    await open(page).click()
    await field(page).pressSequentially('a')
    await expect(suggestions(page).first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
    for (const option of await suggestions(page).all()) {
      const box = await option.boundingBox()
      expect(box!.x).toBeGreaterThanOrEqual(0)
      expect(box!.x + box!.width).toBeLessThanOrEqual(width)
    }
    await page.getByRole('dialog', { name: 'Search' }).getByRole('button', { name: 'Close' }).click()
    await expect(field(page)).toHaveCount(0)
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the link leads to the search of the listing', { tag: '@all' }, async ({ page }) => {
    await page.goto('/en/support/')
    await open(page).click()
    await expect(page).toHaveURL(/\/en\/artworks\/$/)
    await expect(page.getByRole('searchbox')).toBeVisible()
  })
})

test('a slash or Ctrl-K opens the palette: pages, what was viewed, and a surprise', { tag: '@all' }, async ({
  page,
}) => {
  await visit(page, '/en/artworks/')
  const first = page.getByRole('article').first()
  const title = (await first.getByRole('heading').getByRole('link').textContent())!
  await first.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  const options = suggestions(page)
  await expect(options.filter({ hasText: 'Recently viewed' }).first()).toContainText(title)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('drops')
  await expect(options.filter({ hasText: 'Page' }).first()).toContainText('Drops')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/drops\/$/)
  await expect(field(page)).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('surp')
  await expect(options.first()).toContainText('Surprise me')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/artworks\/.+-\d+\/$/)
  await expect(page.getByRole('link', { name: 'Buy' })).toBeVisible()
})

test('a slash in a field is a letter', { tag: '@all' }, async ({ page }) => {
  await visit(page, '/en/artworks/')
  const search = page.getByRole('search').getByRole('searchbox')
  await search.fill('a')
  await search.press('/')
  await expect(search).toHaveValue('a/')
  await expect(field(page)).toHaveCount(0)
})
