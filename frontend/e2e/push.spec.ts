import type { Page } from '@playwright/test'
import { accessToken } from './api'
import {
  becomeBuyer,
  expect,
  logIn,
  logOut,
  newPerson,
  register,
  test,
  uniqueWorks,
  verify,
} from './fixtures'
import { PushBrowser } from './push-browser'
import { settings } from './settings'
import { rested, visit } from './visit'
import { violations } from './whole'

test.use({
  serviceWorkers: 'allow',
  launchOptions: { executablePath: settings.wholeChromium, args: ['--no-sandbox', '--disable-gpu'] },
})

const sizes = [
  [390, 844],
  [1440, 900],
] as const

const also = (page: Page) => page.getByRole('checkbox', { name: 'Also notify me in this browser' })

async function fits(page: Page) {
  expect(await violations(page)).toEqual([])
  const width = page.viewportSize()!.width
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
}

for (const [index, [width, height]] of sizes.entries()) {
  test.describe(`${width} px`, () => {
    test.use({ permissions: ['notifications'], viewport: { width, height } })

    test(
      'a waiting list notifies the browser beside the email, once, and no more after a logout',
      { tag: '@all' },
      async ({ page, browser, request, mailbox }, testInfo) => {
        // Other journeys hold the first ones.
        const work = (await uniqueWorks(request))[6 + index]!
        const other = await browser.newContext({ baseURL: settings.baseURL, serviceWorkers: 'block' })
        const buyer = await other.newPage()
        await becomeBuyer(buyer, mailbox)
        const token = await accessToken(buyer)
        await other.close()
        const headers = { authorization: `Bearer ${token}` }
        let held = ''
        await expect(async () => {
          const reply = await request.post('/api/checkouts', {
            headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
            data: { artworkId: work.id },
          })
          expect(reply.ok()).toBe(true)
          held = (await reply.json()).id
        }).toPass({ timeout: 30_000 })

        const push = new PushBrowser(page, request)
        await push.install()
        const person = newPerson()
        await register(page, person)
        await verify(page, mailbox, person)
        await expect(async () => {
          await visit(page, `/en/artworks/${work.slug}/`)
          await page.getByRole('button', { name: 'Join the waiting list' }).click({ timeout: 10_000 })
          await expect(page.getByText(/^You’re on the list/)).toBeVisible({ timeout: 5000 })
        }).toPass({ timeout: 120_000 })
        await expect(also(page)).not.toBeChecked()
        expect(push.isSubscribed).toBe(false)
        await also(page).check()
        await expect(page.getByText(/^You’ll get a notification here/)).toBeVisible()
        await fits(page)
        await page.screenshot({ path: testInfo.outputPath('artwork.png'), fullPage: false })

        // It is the same everywhere, also after a reload.
        await visit(page, '/en/profile/saved/')
        await expect(also(page)).toBeChecked()
        await fits(page)
        await visit(page, '/en/profile/security/')
        await expect(also(page)).toBeChecked()
        await also(page).scrollIntoViewIfNeeded()
        await fits(page)
        await also(page).uncheck()
        await expect(page.getByText(/^Get a notification here/)).toBeVisible()
        expect(push.isSubscribed).toBe(false)
        await also(page).check()
        await expect(page.getByText(/^You’ll get a notification here/)).toBeVisible()

        await request.delete(`/api/checkouts/${held}`, { headers })
        await mailbox.waitFor(person.email, /is available again/)
        await expect.poll(async () => (await push.messages()).length, { timeout: 60_000 }).toBe(1)
        const [message] = await push.messages()
        expect(message).toMatchObject({
          title: `${work.title} is available again`,
          path: `/en/artworks/${work.slug}/`,
        })

        // The real worker shows it, once for each tag, and opens its page.
        await rested(page)
        await push.deliver({ ...message!, body: 'Before' })
        await push.deliver(message!)
        await expect
          .poll(() => push.shown())
          .toMatchObject([{ title: message!.title, body: message!.body, tag: message!.tag }])
        expect(await push.click()).toEqual([`open ${settings.baseURL}${message!.path}`])
        expect(await push.shown()).toEqual([])
        await visit(page, message!.path)
        await rested(page)
        await push.deliver(message!)
        await expect.poll(async () => (await push.shown()).length).toBe(1)
        expect(await push.click()).toEqual([`focus ${settings.baseURL}${message!.path}`])

        // A logout ends it here and at the server. Its link is in the menu on phones.
        await page.setViewportSize({ width: 1440, height: 900 })
        await visit(page, '/en/profile/')
        await logOut(page)
        await rested(page)
        await expect.poll(() => push.isSubscribed).toBe(false)
        await logIn(page, person)
        await visit(page, '/en/profile/security/')
        await expect(also(page)).not.toBeChecked()
        const kept = await page.evaluate(async () => {
          const { accessToken } = JSON.parse(localStorage.getItem('vitrine.auth') ?? '{}').state
          const reply = await fetch('/api/push', { headers: { authorization: `Bearer ${accessToken}` } })
          return (await reply.json()).subscriptions
        })
        expect(kept).toEqual([])
      },
    )
  })
}

test('a browser that blocks notifications, fails or has none says so', { tag: '@all' }, async ({
  page,
  request,
}) => {
  const push = new PushBrowser(page, request)
  await push.install()
  await page.setViewportSize({ width: 390, height: 844 })
  await register(page, newPerson())
  await visit(page, '/en/profile/security/')
  // The permission isn't granted, and this browser has no window for a prompt.
  await also(page).click()
  await expect(page.getByText(/^Your browser blocks notifications from this site/)).toBeVisible()
  await expect(also(page)).toBeDisabled()
  await fits(page)

  // Allowing it in the browser's settings is noticed.
  await page.context().grantPermissions(['notifications'])
  await expect(also(page)).toBeEnabled()
  await page.evaluate(() => {
    PushManager.prototype.subscribe = async () => {
      throw new DOMException('Registration failed - push service not available', 'AbortError')
    }
  })
  await also(page).click()
  await expect(page.getByText(/couldn’t reach its notification service/)).toBeVisible()
  await expect(also(page)).not.toBeChecked()
  await fits(page)

  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await visit(page, '/en/profile/security/')
  await expect(page.getByText(/^This browser can’t show notifications/)).toBeVisible()
  await expect(also(page)).toHaveCount(0)
  await fits(page)

  await page.route('**/api/push', (route) => route.fulfill({ json: { publicKey: '', subscriptions: [] } }))
  await visit(page, '/en/profile/security/')
  await expect(page.getByText(/^This gallery doesn’t send browser notifications/)).toBeVisible()
  await fits(page)
})
