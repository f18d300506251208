import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Person } from './api'
import { test as base, cards, expect, newPerson, payWithCard, verify, workFor } from './fixtures'
import { type Instance, startInstance } from './instance'
import { linkIn } from './mailbox'
import { settings } from './settings'

/** A second instance that is under maintenance from its start. */
const test = base.extend<object, { closed: Instance }>({
  closed: [
    async ({ browserName }, use) => {
      expect(browserName).toBe('chromium')
      const instance = await startInstance(settings.offset + 4000, { MAINTENANCE: 'true' })
      await use(instance)
      await instance.stop()
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  baseURL: async ({ closed }, use) => use(closed.baseURL),
  mailboxURL: async ({ closed }, use) => use(closed.mailboxURL),
})

/** Logs in, or registers, and stays where the login leads: the profile is closed. */
async function enter(page: Page, person: Person, screen: 'Log in' | 'Register' = 'Log in') {
  await page.goto(
    screen === 'Log in' ? '/en/login/' : '/api/auth/login?redirect=%2Fen%2Fprofile%2F&screen=register',
  )
  if (screen === 'Log in') await page.getByRole('link', { name: 'Log in with email' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: screen }).click()
  await page.waitForURL((url) => /^\/en\/profile\/(collection\/)?$/.test(url.pathname))
}

/** A call of the API with the page's session. */
const call = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([method, path, body]) => {
      const { state } = JSON.parse(localStorage.getItem('vitrine.auth')!)
      const response = await fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${state.accessToken}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: body && JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response.json()
    },
    [method, path, body] as const,
  )

test('during maintenance a shopper sees the notice, and an approver opens the link, logs in and approves', {
  tag: '@all',
}, async ({ page, browser, mailbox, closed }) => {
  for (const path of ['/en/', '/en/artworks/']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(503)
    expect(Number(response?.headers()['retry-after'])).toBeGreaterThan(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We are rehanging')
  }

  const wallet = privateKeyToAddress(generatePrivateKey())
  const mailed = async (to: string) =>
    linkIn(
      await mailbox.waitFor(to, new RegExp(`${wallet}[^]*/approve-payout-wallet-update/`)),
      /approve-payout-wallet-update\/?#/,
    )
  await enter(page, { email: 'artist@example.org', password: 'vitrine' })
  await call(page, 'POST', '/api/payout-wallet-updates', { address: wallet })
  await page.goto(await mailed('artist@example.org'))
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status')).toContainText('Approved by you')

  const approver = await (await browser.newContext({ baseURL: closed.baseURL })).newPage()
  await approver.goto(await mailed('approver@example.org'))
  await expect(approver.getByText('To approve, log in')).toBeVisible()
  await approver.getByRole('button', { name: 'Approve' }).click()
  await approver.getByRole('link', { name: 'Log in with email' }).click()
  await approver.getByLabel('Email').fill('approver@example.org')
  await approver.getByLabel('Password').fill('vitrine')
  await approver.getByRole('button', { name: 'Log in' }).click()
  await approver.waitForURL('**/approve-payout-wallet-update/**')
  await approver.getByRole('button', { name: 'Approve' }).click()
  await expect(approver.getByRole('status')).toContainText('Approved')
  await approver.context().close()
})

test('during maintenance a card payment is taken and its webhook is processed', { tag: '@all' }, async ({
  page,
  mailbox,
  closed,
}) => {
  const work = await workFor(0, closed.baseURL)
  const person = newPerson()
  await enter(page, person, 'Register')
  await verify(page, mailbox, person)
  const auth = await page.evaluate(() => JSON.parse(localStorage.getItem('vitrine.auth')!).state.accessToken)
  const { sub } = JSON.parse(Buffer.from(auth.split('.')[1], 'base64url').toString())
  await expect
    .poll(async () => (await call(page, 'GET', '/api/auth/auth0/user'))[0]?.email_verified, {
      timeout: settings.patience,
    })
    .toBe(true)
  const profile = await call(page, 'POST', '/api/profiles', {
    name: 'Ada',
    email: person.email,
    ownerId: sub,
  })
  await call(page, 'PUT', `/api/profiles/${profile._id}`, {
    ...profile,
    firstName: 'Ada',
    lastName: 'Lovelace',
  })
  const order = await call(page, 'POST', '/api/checkouts', { artworkId: work.id })
  const { redirectUrl } = await call(page, 'POST', `/api/checkouts/${order.id}/card`, {})
  const card = await page.context().newPage()
  await card.goto(redirectUrl)
  await payWithCard(card, cards.good)
  await card.waitForURL(/\/checkout\/success/)
  await expect
    .poll(async () => (await call(page, 'GET', `/api/checkouts/${order.id}`)).status, {
      timeout: settings.patience,
    })
    .toBe('completed')
})
