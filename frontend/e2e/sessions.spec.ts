import type { Page } from '@playwright/test'
import { expect, newPerson, register, test } from './fixtures'

interface Stored {
  accessToken: string | null
  refreshToken: string | null
  accessTokenExpirationTimestamp: number | null
}

const stored = (page: Page): Promise<Stored> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('vitrine.auth') ?? '{"state":{}}').state)

/** Changes what the browser stores of the session. The next page starts with it. */
const store = (page: Page, change: Partial<Stored>) =>
  page.evaluate((values) => {
    const saved = JSON.parse(localStorage.getItem('vitrine.auth') ?? '')
    localStorage.setItem('vitrine.auth', JSON.stringify({ ...saved, state: { ...saved.state, ...values } }))
  }, change)

const account = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^(Log in|Profile)$/ })

const tokens = '**/api/auth/tokens'
const ended = 'Your session has ended. Please log in again.'
const retrying = 'We can’t reach the gallery right now. Retrying…'
const expired = () => ({ accessTokenExpirationTimestamp: Date.now() - 60_000 })

/** Records every text of the header's account link, from the first render of each page on. */
async function watchHeader(page: Page) {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('header nav a')) {
        const text = textContent ?? ''
        if (/^(Log in|Profile)$/.test(text) && seen.at(-1) !== text) seen.push(text)
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
}

test('an expired session that the server refuses to refresh is logged out on every page, and the page says why', async ({
  page,
}) => {
  const seen = await watchHeader(page)
  await register(page, newPerson())
  for (const path of ['/en/artworks/', '/en/support/', '/en/profile/']) {
    const before = await stored(page)
    await store(page, expired())
    await page.route(tokens, (route) =>
      route.fulfill({
        status: 401,
        json: { error: { code: 'session_gone', message: 'Log in again.', details: {} } },
      }),
    )
    await page.goto(path)
    await expect(page.getByText(ended)).toBeVisible()
    await expect(account(page)).toHaveText('Log in')
    expect(await seen(), path).toEqual(['Log in'])
    expect(await page.evaluate(() => localStorage.getItem('vitrine.auth'))).toBeNull()
    // The same session again, for the next page.
    await page.unroute(tokens)
    await page.evaluate(
      (state) => localStorage.setItem('vitrine.auth', JSON.stringify({ state, version: 0 })),
      before,
    )
  }
})

test('a refresh that fails keeps the session, says so, retries and continues', async ({ page }) => {
  const seen = await watchHeader(page)
  await register(page, newPerson())
  await store(page, expired())
  let tries = 0
  await page.route(tokens, (route) => {
    tries++
    return tries % 2 ? route.fulfill({ status: 500, body: '<html>' }) : route.abort()
  })
  await page.goto('/en/artworks/')
  await expect(page.getByText(retrying)).toBeVisible()
  // Expired counts as logged out until the refresh has succeeded.
  await expect(account(page)).toHaveText('Log in')
  const first = tries
  await expect.poll(() => tries, { timeout: 60_000 }).toBeGreaterThan(first)
  expect(await seen()).toEqual(['Log in'])
  expect((await stored(page)).refreshToken).toBeTruthy()

  await page.unroute(tokens)
  await expect(account(page)).toHaveText('Profile', { timeout: 90_000 })
  await expect(page.getByText(retrying)).toHaveCount(0)
})

test('a missing access token beside a good refresh token is replaced, not shown as logged out', async ({
  page,
}) => {
  const person = newPerson()
  await register(page, person)
  await store(page, { accessToken: null, accessTokenExpirationTimestamp: null })
  await page.goto('/en/support/')
  await expect(account(page)).toHaveText('Profile')
  expect((await stored(page)).accessToken).toBeTruthy()

  await store(page, { accessToken: null, accessTokenExpirationTimestamp: null })
  await page.goto('/en/profile/')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByRole('link', { name: /^Log in/ })).toHaveCount(0)
})

test('the timer refreshes a token when it expires, on every page, and a form keeps what was typed', async ({
  page,
}) => {
  await register(page, newPerson())
  const before = (await stored(page)).accessToken
  const refreshed = () =>
    page.waitForResponse((response) => new URL(response.url()).pathname === '/api/auth/tokens')
  const soon = () => ({ accessTokenExpirationTimestamp: Date.now() + 8_000 })
  await store(page, soon())
  const first = refreshed()
  await page.goto('/en/artists/')
  await expect(account(page)).toHaveText('Profile')
  expect((await first).status()).toBe(200)
  await expect.poll(async () => (await stored(page)).accessToken).not.toBe(before)
  await expect(account(page)).toHaveText('Profile')

  await store(page, soon())
  const second = refreshed()
  await page.goto('/en/profile/')
  await page.getByLabel('First name').fill('Ada')
  expect((await second).status()).toBe(200)
  await expect(account(page)).toHaveText('Profile')
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
})

test('a session that ended on another device reads nothing within 10 seconds, and its open page logs out', async ({
  page,
}) => {
  await register(page, newPerson())
  await page.goto('/en/profile/orders/')
  await expect(page.getByText('You haven’t bought anything yet.')).toBeVisible()
  const { accessToken } = await stored(page)
  const authorization = `Bearer ${accessToken}`
  const read = () => page.request.get('/api/checkouts', { headers: { authorization } })
  expect((await read()).status()).toBe(200)

  const left = await page.request.post('/api/auth/logout', { headers: { authorization }, data: {} })
  expect(left.status()).toBe(200)
  // The token is good for minutes more; its session isn't.
  await expect.poll(async () => (await read()).status(), { timeout: 10_000 }).toBe(401)
  for (const path of ['/api/collection', '/api/withdrawals', '/api/payouts', '/api/approvals'])
    expect((await page.request.get(path, { headers: { authorization } })).status(), path).toBe(401)
  await expect(page.getByText(ended)).toBeVisible()
  await expect(account(page)).toHaveText('Log in')
})
