import type { Page } from '@playwright/test'
import { expect, newPerson, registerInBrowser, test, verify } from './fixtures'
import { walletName } from './wallet'

/** A virtual authenticator with a fingerprint reader. */
async function withAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    remove: () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}

/** The server refuses to link once, as if the confirmation were an hour old. */
async function oldConfirmation(page: Page) {
  let old = true
  await page.route('**/api/auth/wallets', (route) => {
    if (!old || route.request().method() !== 'POST') return route.fallback()
    old = false
    const error = { code: 'passkey_required', message: 'Confirm with your passkey.', details: {} }
    return route.fulfill({ status: 403, json: { error } })
  })
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

test('a passkey is added, confirms a step-up, and a recovery code replaces it once', async ({
  page,
  mailbox,
  wallet,
}) => {
  const person = newPerson()
  await registerInBrowser(page, person)
  await verify(page, mailbox, person)
  await expect(page.getByText('Your email address isn’t verified yet')).toHaveCount(0)
  const authenticator = await withAuthenticator(page)

  await page.goto('/en/profile/security/')
  await page.getByLabel('Name of the passkey').fill('My laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const code = (await codes.first().textContent())!
  await expect(page.getByRole('listitem').filter({ hasText: 'My laptop' })).toContainText('not used yet')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(codes).toHaveCount(0)
  await expect(page.getByText('10 recovery codes left.')).toBeVisible()
  await mailbox.waitFor(person.email, /Passkey added to your account/)

  await page.goto('/en/profile/wallets/')
  await oldConfirmation(page)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await question(page).getByRole('button', { name: 'Confirm with your passkey' }).click()
  await expect(question(page)).toHaveCount(0)
  const linked = page.getByRole('listitem').filter({ hasText: wallet.address })
  await expect(linked).toBeVisible()

  // The device is lost: the passkey doesn't respond, a recovery code does.
  await authenticator.remove()
  await page.unrouteAll()
  await oldConfirmation(page)
  await linked.getByRole('button', { name: `Unlink ${wallet.address}` }).click()
  await expect(page.getByText('No wallet is linked yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await question(page).getByLabel('Recovery code').fill('AAAA-AAAA-AAAA-AAAA')
  await question(page).getByRole('button', { name: 'Use recovery code' }).click()
  await expect(question(page).getByRole('alert')).toContainText('not valid')
  await question(page).getByLabel('Recovery code').fill(code.toLowerCase())
  await question(page).getByRole('button', { name: 'Use recovery code' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(linked).toBeVisible()
  await mailbox.waitFor(person.email, /recovery code of your account was used/)

  await page.goto('/en/profile/security/')
  await expect(page.getByText('9 recovery codes left.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'My laptop' })).toContainText('last used')
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'My laptop' })).toHaveCount(0)
  await mailbox.waitFor(person.email, /Passkey removed from your account/)
})
