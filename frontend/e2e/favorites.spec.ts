import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { logIn, newPerson, register } from './fixtures'
import { visit } from './visit'

const pressed = (page: Page, name: RegExp) => page.getByRole('button', { name, pressed: true })

/** Saves the first work of the listing and follows its artist. */
async function saveOne(page: Page) {
  await visit(page, '/en/artworks/')
  await page.getByRole('article').first().getByRole('link').click()
  await page.getByRole('button', { name: /^Save / }).click()
  await expect(pressed(page, /^Save /)).toHaveText('Saved')
  const title = (await page.getByRole('heading', { level: 1 }).textContent())!
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
  test(`what a visitor saves without an account is there after a login, on another device and gone from this one after a logout, ${width} px`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width, height })
    const { title, name } = await saveOne(page)
    await visit(page, '/en/profile/saved/')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expect(page.getByText('Kept in this browser.')).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])

    const person = newPerson()
    await register(page, person)
    await visit(page, '/en/profile/saved/')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('Kept in this browser.')).toHaveCount(0)

    // Another device of the same person.
    const context = await browser.newContext()
    const other = await context.newPage()
    await logIn(other, person)
    await visit(other, '/en/profile/saved/')
    await other.getByRole('heading', { name: title }).getByRole('link').click()
    await expect(pressed(other, /^Save /)).toBeVisible()
    await pressed(other, /^Save /).click()
    await expect(other.getByRole('button', { name: /^Save /, pressed: false })).toBeVisible()
    await context.close()

    await page.reload()
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0)

    await visit(page, '/en/profile/')
    await page.getByRole('button', { name: 'Log out' }).click()
    // Follow the provider home; on a phone the navigation is closed.
    await page.waitForURL(/\/en\/$/)
    await visit(page, '/en/profile/saved/')
    await expect(page.getByText(/^Nothing saved yet/)).toBeVisible()
  })
}
