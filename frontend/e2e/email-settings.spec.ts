import type { Page } from '@playwright/test'
import { accessToken } from './api'
import { becomeBuyer, expect, logIn, newPerson, register, test, uniqueWorks, verify } from './fixtures'
import { linkIn } from './mailbox'
import { settings } from './settings'
import { visit } from './visit'
import { violations } from './whole'

const sizes = [
  [390, 844],
  [1440, 900],
] as const

/** The page fits both widths and has no accessibility violations. */
async function fits(page: Page) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await violations(page)).toEqual([])
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const waitingList = (page: Page) =>
  page.getByRole('checkbox', { name: 'An edition you’re on the waiting list for is available' })
const join = (page: Page) => page.getByRole('button', { name: 'Join the waiting list' })

test('a link in an email stops emails of its kind without a login, and the profile switches them on again', {
  tag: '@all',
}, async ({ page, browser, request, mailbox }) => {
  // Other journeys hold the first ones.
  const work = (await uniqueWorks(request))[4]!
  const context = await browser.newContext({ baseURL: settings.baseURL })
  const buyer = await context.newPage()
  await becomeBuyer(buyer, mailbox)
  const token = await accessToken(buyer)
  await context.close()
  const headers = { authorization: `Bearer ${token}` }
  let held = ''
  await expect(async () => {
    const response = await request.post('/api/checkouts', {
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      data: { artworkId: work.id },
    })
    expect(response.ok()).toBe(true)
    held = (await response.json()).id
  }).toPass({ timeout: 30_000 })

  const person = newPerson()
  await register(page, person)
  await verify(page, mailbox, person)
  await expect(async () => {
    await visit(page, `/en/artworks/${work.slug}/`)
    await join(page).click({ timeout: 10_000 })
    await expect(page.getByText(/^You’re on the list/)).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 120_000 })
  await request.delete(`/api/checkouts/${held}`, { headers })
  const link = linkIn(await mailbox.waitFor(person.email, /is available again/), /stop-emails\/#/)

  // Someone who isn't logged in opens it. That alone stops nothing.
  const stranger = await browser.newContext({ baseURL: settings.baseURL })
  const other = await stranger.newPage()
  await other.goto(link)
  await expect(heading(other, 'Stop emails about waiting lists?')).toBeVisible()
  await fits(other)
  await visit(page, '/en/profile/security/')
  await expect(waitingList(page)).toBeChecked()
  await expect(page.getByText(/We always email you about your orders/)).toBeVisible()
  // Only artists have sales.
  await expect(page.getByRole('checkbox', { name: 'One of your works has sold' })).toHaveCount(0)
  await fits(page)

  await other.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(heading(other, 'You won’t get these emails any more')).toBeFocused()
  await fits(other)
  await other.goto('/en/stop-emails/#no-secret')
  await expect(heading(other, 'This link isn’t valid')).toBeVisible()
  await fits(other)
  await stranger.close()

  await page.reload()
  await expect(waitingList(page)).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'A drop you asked about has opened' }).uncheck()
  await expect(page.getByText('Saved.')).toBeVisible()
  await waitingList(page).check()
  await expect(waitingList(page)).toBeChecked()
  await page.reload()
  await expect(waitingList(page)).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'A drop you asked about has opened' })).not.toBeChecked()

  // A setting that is off also applies where reminders are requested.
  const drops = await request.post('/graphql', {
    data: { query: '{ drops(filter: {status: [UPCOMING]}) { items { slug } } }' },
  })
  await visit(page, `/en/drops/${(await drops.json()).data.drops.items[0].slug}/`)
  await page.getByRole('button', { name: 'Tell me when it opens' }).click()
  await expect(page.getByText(/^You switched these emails off/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Profile › Security' }).click()
  await expect(page).toHaveURL(/\/profile\/security\/#emails$/)

  // Mail programs stop them by one request, and people who open its address get the page.
  const oneClick = link.replace('/en/stop-emails/#', '/api/stop-emails/')
  await page.goto(oneClick)
  await expect(heading(page, 'Stop emails about waiting lists?')).toBeVisible()
  const stopped = await request.post(oneClick, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(stopped.status()).toBe(200)
  await page.reload()
  await expect(heading(page, 'You won’t get these emails any more')).toBeVisible()
})

test('artists choose whether they get emails about sales', { tag: '@all' }, async ({ page }) => {
  await logIn(page, { email: 'artist@example.org', password: 'vitrine' })
  await visit(page, '/en/profile/security/')
  const sales = page.getByRole('checkbox', { name: 'One of your works has sold' })
  const saved = () =>
    page.waitForResponse((response) => response.url().endsWith('/api/email-settings/sales') && response.ok())
  await expect(sales).toBeVisible()
  // An earlier attempt may have switched them off.
  if (!(await sales.isChecked())) await Promise.all([saved(), sales.check()])
  await Promise.all([saved(), sales.uncheck()])
  await expect(page.getByText('Saved.')).toBeVisible()
  await fits(page)
  await Promise.all([saved(), sales.check()])
  await page.reload()
  await expect(sales).toBeChecked()
})
