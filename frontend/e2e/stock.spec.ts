import { accessToken } from './api'
import { becomeBuyer, expect, test, uniqueWorks } from './fixtures'
import { settings } from './settings'
import { visit } from './visit'

test('an open page follows a work that is reserved and released', { tag: '@all' }, async ({
  page,
  browser,
  mailbox,
  request,
}) => {
  const work = (await uniqueWorks(request))[0]!
  // Verifying an address opens another tab, which needs its own context.
  const context = await browser.newContext({ baseURL: settings.baseURL })
  const buyer = await context.newPage()
  await becomeBuyer(buyer, mailbox)
  const token = await accessToken(buyer)
  const headers = { authorization: `Bearer ${token}` }

  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/en/artworks/${work.slug}/`)
  await page.evaluate(() => Object.assign(window, { same: true }))
  const buy = page.getByRole('link', { name: 'Buy', exact: true })
  await expect(buy.first()).toBeVisible()

  // The provider's data about a verified address may be some seconds old.
  const hold = () =>
    request.post('/api/checkouts', {
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      data: { artworkId: work.id },
    })
  await expect(async () => expect((await hold()).ok()).toBe(true)).toPass({ timeout: 30_000 })
  // A live checkout of the same work is returned again.
  const held = await hold()
  expect(held.ok(), await held.text()).toBe(true)
  // No longer offered beside the work, nor at the foot of the window.
  await expect(page.getByText(/^Reserved now/)).toBeVisible({ timeout: 60_000 })
  await expect(buy).toHaveCount(0)

  await request.delete(`/api/checkouts/${(await held.json()).id}`, { headers })
  await expect(buy.first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/^Reserved now/)).toHaveCount(0)
  expect(await page.evaluate(() => 'same' in window), 'the page was not loaded again').toBe(true)
  await context.close()
})
