import { expect, newPerson, register, test, verify } from './fixtures'
import { walletName } from './wallet'

test('a wallet is linked after a fresh login, unlinked again, and mails report both', async ({
  page,
  mailbox,
  wallet,
}) => {
  const person = newPerson()
  await register(page, person)
  const unverified = page.getByText('Your email address isn’t verified yet')
  await expect(unverified).toBeVisible()
  await verify(page, mailbox, person)
  // Mails go to verified addresses only, and the page knows of it as late as the gallery does.
  await expect(unverified).toHaveCount(0)

  // As if the login were an hour old.
  await page.route('**/api/auth/wallets', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), fresh: false } })
  })
  await page.goto('/en/profile/wallets/')
  const again = page.getByRole('link', { name: 'Log in again to link a wallet' })
  await expect(again).toBeVisible()
  await page.unroute('**/api/auth/wallets')
  await again.click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname === '/en/profile/wallets/')

  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await page.getByRole('button', { name: walletName }).click()
  const linked = page.getByRole('listitem').filter({ hasText: wallet.address })
  await expect(linked).toBeVisible()
  await mailbox.waitFor(person.email, /was linked to your account/)
  await linked.getByRole('button', { name: `Unlink ${wallet.address}` }).click()
  await expect(page.getByText('No wallet is linked yet.')).toBeVisible()
  await mailbox.waitFor(person.email, /was unlinked from your account/)
})

test('an account without an address links another wallet after logging in with its own', async ({
  page,
  wallet,
}) => {
  await page.goto('/en/login/')
  await page.getByRole('button', { name: 'Sign in with Ethereum' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await page.waitForURL((url) => url.pathname === '/en/profile/')
  await page.route('**/api/auth/wallets', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), fresh: false } })
  })
  await page.goto('/en/profile/wallets/')
  const again = page.getByRole('button', { name: 'Log in again to link a wallet' })
  await expect(again).toBeVisible()
  await page.unroute('**/api/auth/wallets')
  await again.click()
  await page.getByRole('button', { name: walletName }).click()
  await expect(page.getByRole('button', { name: 'Link a wallet', exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: wallet.address })).toBeVisible()
})
