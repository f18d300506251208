import type { Page } from '@playwright/test'
import { accessToken, call } from './api'
import { becomeBuyer, expect, newPerson, register, test, uniqueWorks, verify } from './fixtures'
import { settings } from './settings'
import { visit } from './visit'
import { violations } from './whole'

const sizes = [
  [390, 844],
  [1440, 900],
] as const

const tell = (page: Page) => page.getByRole('button', { name: 'Tell me when it opens' })

async function noViolations(page: Page) {
  expect(await violations(page)).toEqual([])
}

for (const [width, height] of sizes) {
  test(`a reminder that is asked for before a login is set after it, listed and removed, ${width} px`, {
    tag: '@all',
  }, async ({ page, request, mailbox }) => {
    const response = await request.post('/graphql', {
      data: { query: '{ drops(filter: {status: [UPCOMING]}) { items { slug title } } }' },
    })
    const [drop] = (await response.json()).data.drops.items as { slug: string; title: string }[]
    const person = newPerson()
    await page.setViewportSize({ width, height })
    await visit(page, `/en/drops/${drop!.slug}/`)
    await tell(page).click()
    await expect(page.getByText(/^Log in so we know where to email you/)).toBeVisible()
    await noViolations(page)
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Register' }).click()
    await page.waitForURL(`**/en/drops/${drop!.slug}/`)
    // It was retried automatically; the address is new.
    await expect(page.getByText(/^Your email address isn’t verified yet/)).toBeVisible()

    await verify(page, mailbox, person)
    await expect(async () => {
      await tell(page).click()
      await expect(page.getByText('We’ll email you once, when it opens.')).toBeVisible({ timeout: 5000 })
    }).toPass({ timeout: 60_000 })
    await expect(page.getByRole('button', { name: 'Cancel the reminder' })).toBeVisible()
    await noViolations(page)

    await visit(page, '/en/profile/saved/')
    await expect(page.getByRole('heading', { name: 'Reminders' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: drop!.title })).toBeVisible()
    await expect(page.getByText(/^Opens \d/)).toBeVisible()
    await noViolations(page)
    await page.getByRole('button', { name: `Remove the reminder for ${drop!.title}` }).click()
    await expect(page.getByRole('main').getByRole('link', { name: drop!.title })).toHaveCount(0)
    await visit(page, `/en/drops/${drop!.slug}/`)
    await expect(tell(page)).toBeEnabled()
    await expect(page.getByText('We’ll email you once, when it opens.')).toHaveCount(0)
  })
}

test('the waiting list of a work sends one email when an edition is released, and no second one', {
  tag: '@all',
}, async ({ page, browser, request, mailbox }) => {
  // The first one is held by the journey of an open page's stock.
  const work = (await uniqueWorks(request))[1]!
  const context = await browser.newContext({ baseURL: settings.baseURL })
  const buyer = await context.newPage()
  await becomeBuyer(buyer, mailbox)
  const token = await accessToken(buyer)
  const headers = { authorization: `Bearer ${token}` }
  let held = ''
  const hold = () =>
    expect(async () => {
      const response = await request.post('/api/checkouts', {
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        data: { artworkId: work.id },
      })
      expect(response.ok()).toBe(true)
      held = (await response.json()).id
    }).toPass({ timeout: 30_000 })
  const release = () => request.delete(`/api/checkouts/${held}`, { headers })

  await hold()
  const person = newPerson()
  await register(page, person)
  await verify(page, mailbox, person)
  await expect(async () => {
    await visit(page, `/en/artworks/${work.slug}/`)
    await page.getByRole('button', { name: 'Join the waiting list' }).click({ timeout: 10_000 })
    await expect(page.getByText(/^You’re on the list/)).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 120_000 })
  await noViolations(page)

  await release()
  const mail = await mailbox.waitFor(person.email, new RegExp(`${work.title} is available again`))
  expect(mail.Text).toContain(`/en/artworks/${work.slug}/`)
  // Its reminder has ended: later changes of the work send no email.
  await visit(page, '/en/profile/saved/')
  await expect(page.getByText(/^Nothing saved yet/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Reminders' })).toHaveCount(0)
  await hold()
  const other = newPerson()
  await register(buyer, other)
  await verify(buyer, mailbox, other)
  const othersToken = await accessToken(buyer)
  await expect(() =>
    call(request, othersToken, 'POST', '/api/reminders', { kind: 'artwork', entryId: work.id }),
  ).toPass({ timeout: 60_000 })
  await release()
  // A person who is on the list now gets an email, and with it the first person would.
  await mailbox.waitFor(other.email, /is available again/)
  expect(await mailbox.count(person.email, /is available again/)).toBe(1)
  await context.close()
})
