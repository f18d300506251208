import type { Page } from '@playwright/test'
import { expect, newPerson, registerInBrowser, test, verify } from './fixtures'
import { walletName } from './wallet'

/** The server refuses to link once, as if the login were an hour old. */
async function oldLogin(page: Page) {
  let old = true
  await page.route('**/api/auth/wallets', (route) => {
    if (!old || route.request().method() !== 'POST') return route.fallback()
    old = false
    const error = { code: 'recent_login_required', message: 'Log in again.', details: {} }
    return route.fulfill({ status: 403, json: { error } })
  })
}

test('a wallet is linked after a fresh login, unlinked again, and mails report both', async ({
  page,
  mailbox,
  wallet,
}) => {
  const person = newPerson()
  await registerInBrowser(page, person)
  const unverified = page.getByText('Your email address isn’t verified yet')
  await expect(unverified).toBeVisible()
  await verify(page, mailbox, person)
  // Emails are sent to verified addresses only, and the page learns that at the same time as the gallery.
  await expect(unverified).toHaveCount(0)

  await oldLogin(page)
  await page.goto('/en/profile/wallets/')
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await page.getByRole('button', { name: walletName }).click()
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Log in again' }).click(),
  ])
  await tab.getByLabel('Email').fill(person.email)
  await tab.getByLabel('Password').fill(person.password)
  await tab.getByRole('button', { name: 'Log in' }).click()
  await expect(tab.getByText('Thanks, we know it’s you')).toBeVisible()
  await tab.close()
  const linked = page.getByRole('listitem').filter({ hasText: wallet.address })
  await expect(linked).toBeVisible()
  await mailbox.waitFor(person.email, /was linked to your account/)
  await linked.getByRole('button', { name: `Unlink ${wallet.address}` }).click()
  await expect(page.getByText('No wallet is linked yet.')).toBeVisible()
  await mailbox.waitFor(person.email, /was unlinked from your account/)
})

test('a browser whose clock is an hour fast logs in and links a wallet', { tag: '@all' }, async ({
  page,
  wallet,
}) => {
  await page.clock.install({ time: Date.now() + 3_600_000 })
  const nonces: string[] = []
  page.on('response', (response) => {
    if (response.headers()['dpop-nonce']) nonces.push(new URL(response.url()).pathname)
  })
  await registerInBrowser(page, newPerson())
  await page.goto('/en/profile/wallets/')
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await expect(page.getByRole('listitem').filter({ hasText: wallet.address })).toBeVisible()
  // Each page learns the nonce once. The login's next proof, of the first refresh, contains it already.
  expect(nonces).toEqual(['/api/auth/session', '/api/auth/wallets'])
})

test('an account without an address links another wallet after logging in with its own', {
  tag: '@all',
}, async ({ page, wallet }) => {
  await page.goto('/en/login/')
  await page.getByRole('button', { name: 'Sign in with Ethereum' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await page.waitForURL((url) => url.pathname === '/en/profile/collection/')
  await oldLogin(page)
  await page.goto('/en/profile/wallets/')
  await expect(page.getByRole('listitem').filter({ hasText: wallet.address })).toBeVisible()
  await page.getByRole('button', { name: 'Link a wallet', exact: true }).click()
  await page.getByRole('button', { name: walletName }).click()
  await page.getByRole('button', { name: 'Confirm with your wallet' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: wallet.address })).toBeVisible()
})
