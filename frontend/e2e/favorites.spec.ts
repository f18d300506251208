import { expect, type Page, test } from '@playwright/test'
import { logIn, newPerson, registerInBrowser } from './fixtures'
import { shifts, watchShifts } from './shifts'
import { visit } from './visit'
import { violations } from './whole'

const pressed = (page: Page, name: RegExp) => page.getByRole('button', { name, pressed: true })

/** Saves the first work of the listing and follows its artist. */
async function saveOne(page: Page) {
  await visit(page, '/en/artworks/')
  await page.getByRole('article').first().getByRole('link').click()
  await page.waitForURL(/\/artworks\/[^/]+\/$/)
  const title = (await page.getByRole('heading', { level: 1 }).textContent())!
  await page.getByRole('button', { name: `Save ${title}` }).click()
  await expect(pressed(page, /^Save /)).toHaveText('Saved')
  const artist = page.getByRole('main').getByRole('link').first()
  const name = (await artist.textContent())!
  await artist.click()
  await page.getByRole('button', { name: `Follow ${name}` }).click()
  await expect(pressed(page, /^Follow /)).toHaveText('Following')
  return { title, name }
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`what a visitor saves without an account is there after a login, on another device and gone from this one after a logout, ${width} px`, {
    tag: '@all',
  }, async ({ page, browser }) => {
    await page.setViewportSize({ width, height })
    const { title, name } = await saveOne(page)
    await visit(page, '/en/profile/saved/')
    const works = page.getByRole('region', { name: 'Saved works' })
    await expect(works.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expect(page.getByText('Saved in this browser.')).toBeVisible()
    const feed = page.getByRole('region', { name: 'New from people you follow' })
    await expect(feed.getByRole('article').first()).toContainText(name)
    expect(await violations(page)).toEqual([])

    const person = newPerson()
    await registerInBrowser(page, person)
    await visit(page, '/en/profile/saved/')
    await expect(works.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('Saved in this browser.')).toHaveCount(0)

    // Another device of the same person.
    const context = await browser.newContext()
    const other = await context.newPage()
    await logIn(other, person)
    await visit(other, '/en/profile/saved/')
    const saved = other.getByRole('region', { name: 'Saved works' })
    await saved.getByRole('heading', { name: title }).getByRole('link').click()
    await other.waitForURL(/\/artworks\/[^/]+\/$/)
    await expect(pressed(other, /^Save /)).toBeVisible()
    await pressed(other, /^Save /).click()
    await expect(other.getByRole('button', { name: `Save ${title}`, pressed: false })).toBeVisible()
    await context.close()

    await page.reload()
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expect(works).toHaveCount(0)

    await visit(page, '/en/profile/')
    await page.getByRole('button', { name: 'Log out' }).click()
    // Follow the provider home; on a phone the navigation is closed.
    await page.waitForURL(/\/en\/$/)
    await visit(page, '/en/profile/saved/')
    await expect(page.getByText(/^Nothing saved yet/)).toBeVisible()
  })
}

test('a heart on a card saves its work without leaving the listing, without layout shift', {
  tag: '@all',
}, async ({ page }) => {
  await watchShifts(page)
  await visit(page, '/en/artworks/')
  const card = page.getByRole('article').first()
  const title = (await card.getByRole('heading').getByRole('link').textContent())!
  const heart = card.getByRole('button', { name: `Save ${title}` })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(new URL(page.url()).pathname).toBe('/en/artworks/')
  expect(await shifts(page)).toBeLessThan(0.01)
  expect(await violations(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/hearts.png` })

  // The works of the next page have theirs, too.
  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: '2' }).first().click()
  await expect(page).toHaveURL(/page=2/)
  await expect(
    page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Save / }),
  ).toBeVisible()

  await visit(page, '/en/profile/saved/')
  await page
    .getByRole('article')
    .getByRole('button', { name: `Save ${title}` })
    .click()
  await expect(page.getByText(/^Nothing saved yet/)).toBeVisible()
})
