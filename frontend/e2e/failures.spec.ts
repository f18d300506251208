import type { Page, Route } from '@playwright/test'
import { expect, newPerson, register, test } from './fixtures'

const refused = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { error: { code, message, details: {} } } })
const broken = (route: Route) => route.fulfill({ status: 500, body: '<html>' })
const away = (route: Route) => route.abort()

const ours = 'Something went wrong on our side. Try again in a moment.'
const unreachable = 'We can’t reach the gallery. Check your connection and try again.'

const tryAgain = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' })

test('calls that fail say what happened and what to do, and the page keeps working', { tag: '@all' }, async ({
  page,
}) => {
  await register(page, newPerson())
  await page.goto('/en/profile/')

  // A form keeps what was typed.
  const first = page.getByLabel('First name')
  await first.fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  const save = page.getByRole('button', { name: 'Save' })
  for (const [failure, words] of [
    [broken, ours],
    [away, unreachable],
    [refused(422, 'invalid', 'The first name is not allowed.'), 'The first name is not allowed.'],
  ] as const) {
    await page.route('**/api/profiles/*', failure)
    await save.click()
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await page.unroute('**/api/profiles/*')
    await expect(first).toHaveValue('Ada')
  }
  await save.click()
  await expect(page.getByText('Saved.')).toBeVisible()

  // A list that failed to load is requested again.
  for (const [path, call, then] of [
    ['/en/profile/wallets/', '**/api/auth/wallets', 'No wallet is linked yet.'],
    ['/en/profile/security/', '**/api/auth/sessions', 'You’re logged in only here.'],
    ['/en/profile/payout-wallet/', '**/api/payout-wallet-updates', 'This account isn’t linked to an artist'],
  ] as const) {
    await page.route(call, broken)
    await page.goto(path)
    await expect(page.getByRole('alert').filter({ hasText: ours })).toBeVisible()
    await page.unroute(call)
    await tryAgain(page).click()
    await expect(page.getByText(then)).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: ours })).toHaveCount(0)
  }

  // The profile can be requested again, too.
  await page.route('**/api/profiles?ownerId=*', broken)
  await page.goto('/en/profile/')
  await expect(page.getByRole('alert').filter({ hasText: ours })).toBeVisible()
  await page.unroute('**/api/profiles?ownerId=*')
  await tryAgain(page).click()
  await expect(first).toHaveValue('Ada')
  await expect(page.getByRole('alert').filter({ hasText: ours })).toHaveCount(0)

  for (const [path, call] of [
    ['/en/profile/orders/', '**/api/checkouts'],
    ['/en/profile/withdrawals/', '**/api/withdrawals'],
    ['/en/profile/collection/', '**/api/collection'],
  ] as const) {
    await page.route(call, broken)
    await page.goto(path)
    await expect(page.getByRole('alert').filter({ hasText: ours })).toBeVisible()
    await page.unroute(call)
  }

  // A session that has ended is removed, and a login is offered.
  await page.route('**/api/checkouts', refused(401, 'session_gone', 'Log in again.'))
  await page.goto('/en/profile/orders/')
  await expect(page.getByRole('link', { name: 'Log in to continue' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('vitrine.auth'))).toBeNull()
})

test('a failed sign-in says why, and can be tried again', async ({ page }) => {
  for (const [hash, words] of [
    ['#error=access_denied', 'The login wasn’t completed.'],
    ['#error=provider_unavailable', 'The login service is unavailable right now.'],
    [`#code=${'A'.repeat(43)}`, 'This login link was already used'],
  ]) {
    await page.goto(`/en/login/${hash}`)
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expect(page).toHaveURL(/\/en\/login\/$/)
    await expect(page.getByRole('link', { name: 'Log in with email' })).toBeVisible()
    await page.goto('/en/support/')
  }
})

test('a verification mail that cannot be sent says so, and may be asked for again', { tag: '@all' }, async ({
  page,
}) => {
  await register(page, newPerson())
  await page.goto('/en/profile/')
  const again = page.getByRole('button', { name: 'Send it again' })
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.route('**/api/auth/auth0/verification-email', broken)
  await again.click()
  await expect(page.getByText(ours)).toBeVisible()
  expect(logged.join()).toContain('Error while resending email verification mail!')
  await page.unroute('**/api/auth/auth0/verification-email')
  await again.click()
  await expect(page.getByText('Sent. It may take a minute.')).toBeVisible()
})

test('a logout that the gallery did not receive is reported, and this browser is logged out anyway', async ({
  page,
}) => {
  await register(page, newPerson())
  await page.goto('/en/profile/')
  await page.route('**/api/auth/logout', broken)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('You’re logged out in this browser')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in to continue' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('vitrine.auth'))).toBeNull()
})
