import type { Page } from '@playwright/test'
import { expect, logIn, newPerson, register, test, verify } from './fixtures'
import { linkIn } from './mailbox'

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

test('before its scripts run, a login page offers no way that forgets where the visitor came from', async ({
  request,
}) => {
  for (const path of ['/en/login/', '/en/register/']) {
    const html = await (await request.get(`${path}?redirect=%2Fen%2Fgift%2F`)).text()
    expect(html, path).toContain('with email')
    expect(html, path).not.toContain('/api/auth/login')
  }
})

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

test('a refresh that fails keeps the session, says so, retries and continues', { tag: '@all' }, async ({
  page,
}) => {
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

test('a missing access token beside a good refresh token is replaced, not shown as logged out', {
  tag: '@all',
}, async ({ page }) => {
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

test('the timer refreshes a token when it expires, on every page, and a form keeps what was typed', {
  tag: '@all',
}, async ({ page }) => {
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
  // The token is valid for some more minutes; its session isn't.
  await expect.poll(async () => (await read()).status(), { timeout: 10_000 }).toBe(401)
  for (const path of ['/api/collection', '/api/withdrawals', '/api/payouts', '/api/approvals'])
    expect((await page.request.get(path, { headers: { authorization } })).status(), path).toBe(401)
  await expect(page.getByText(ended)).toBeVisible()
  await expect(account(page)).toHaveText('Log in')
})

/** A service may accept reads for up to ten seconds after the session ended. */
const isLoggedOut = (page: Page) =>
  expect(async () => {
    await page.goto('/en/profile/orders/')
    await expect(page.getByText(ended)).toBeVisible({ timeout: 15_000 })
  }).toPass({ timeout: 60_000 })

test('a person sees where they are logged in, ends a session on another device, and then all others', {
  tag: '@all',
}, async ({ page, browser }) => {
  const person = newPerson()
  await register(page, person)
  const elsewhere = async (userAgent: string) => {
    const context = await browser.newContext({ userAgent })
    const other = await context.newPage()
    await logIn(other, person)
    return other
  }
  const phone = await elsewhere(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  )
  const desk = await elsewhere('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  await page.goto('/en/profile/security/')
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  const session = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(session('this browser')).toHaveCount(1)
  await expect(session('this browser').getByRole('button')).toHaveCount(0)
  await expect(session('Firefox on Linux')).toContainText('Last used')

  await session('Safari on iOS').getByRole('button', { name: 'End session: Safari on iOS' }).click()
  await expect(session('Safari on iOS')).toHaveCount(0)
  await isLoggedOut(phone)

  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByText('You’re logged in only here.')).toBeVisible()
  await isLoggedOut(desk)
  await page.reload()
  await expect(session('this browser')).toBeVisible()
  await phone.context().close()
  await desk.context().close()
})

test('a login in a new browser is emailed; its owner logs out everywhere with the link, once', {
  tag: '@all',
}, async ({ page, browser, mailbox }) => {
  const person = newPerson()
  await register(page, person)
  await verify(page, mailbox, person)
  await page.goto('/en/profile/')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByText('Your email address isn’t verified yet')).toHaveCount(0)
  const context = await browser.newContext()
  const thief = await context.newPage()
  await logIn(thief, person)

  const link = linkIn(await mailbox.waitFor(person.email, /New login to your account/), /login-alert\/?#/)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wasn’t it you who logged in?')
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re logged out everywhere')
  await mailbox.waitFor(person.email, /We logged your account out everywhere/)
  await isLoggedOut(thief)
  await context.close()

  await page.goto('/en/')
  await page.goto(link)
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link isn’t valid')
})
