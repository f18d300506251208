import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { becomeBuyer, buyByCard, expect, logIn, test, workFor } from './fixtures'
import { linkIn } from './mailbox'
import { settings } from './settings'

const someWallet = () => privateKeyToAddress(generatePrivateKey())

test('an approver finds a request in their list, decides it there, and both read the log', async ({
  page,
  browser,
  mailbox,
}) => {
  const wallet = someWallet()
  await logIn(page, { email: 'artist@example.org', password: 'vitrine' })
  await page.goto('/en/profile/payout-wallet/')
  await page.getByLabel('Wallet address').fill(wallet)
  await page
    .locator('form')
    .getByRole('button', { name: /wallet/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Your requests' })).toBeVisible({
    timeout: settings.patience,
  })
  const mail = await mailbox.waitFor('artist@example.org', new RegExp(`${wallet}[^]*/approve-payout`))
  await page.goto(linkIn(mail, /approve-payout-wallet-update\/?#/))
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status')).toContainText('Approved by you')
  // The second person is reminded; both emails are about the same request.
  await page.goto('/en/profile/approvals/')
  await page.getByRole('button', { name: 'Email approvers a new link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'emailed the approvers' })).toBeVisible()

  const approver = await (await browser.newContext()).newPage()
  await logIn(approver, { email: 'approver@example.org', password: 'vitrine' })
  await approver.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Approvals' }).click()
  const request = approver.getByRole('article').filter({ hasText: wallet })
  await expect(request).toBeVisible({ timeout: settings.patience })
  await request.getByRole('link', { name: 'Review request' }).click()
  await expect(approver.getByRole('heading', { level: 1 })).toContainText('share of ether sales')
  await expect(approver.getByRole('main')).toContainText(wallet)
  await approver.getByRole('button', { name: 'Approve' }).click()
  await expect(approver.getByRole('status')).toContainText('Approved')
  await approver.goto('/en/profile/approvals/')
  await expect(request).toHaveCount(0)
  const theirs = approver
    .getByRole('region', { name: 'Log' })
    .getByRole('listitem')
    .filter({ hasText: wallet })
  for (const text of ['The requester requested it', 'The requester approved it', 'You approved it'])
    await expect(theirs.first()).toContainText(text)
  await approver.context().close()

  await page.goto('/en/profile/approvals/')
  const own = page
    .getByRole('region', { name: 'Log' })
    .getByRole('listitem')
    .filter({ hasText: wallet })
    .first()
  for (const text of [
    'You requested it',
    'You approved it',
    'You sent the approvers a new link',
    'An approver approved it',
  ])
    await expect(own).toContainText(text)
  await expect(own).toContainText('Completed', { timeout: settings.patience })
})

test('a new link replaces the old one, and the page of a delivered token says so', async ({
  page,
  mailbox,
  wallet,
}) => {
  const work = await workFor(9)
  const { email } = await becomeBuyer(page, mailbox)
  await buyByCard(page, work)
  await page.goto('/en/profile/collection/')
  const token = page.getByRole('article').filter({ hasText: work.title })
  const withdraw = token.getByRole('button', { name: 'Withdraw', exact: true })
  await expect(withdraw).toBeEnabled({ timeout: settings.patience })
  await withdraw.click()
  await page.getByLabel('Wallet address').fill(wallet.address)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /withdrawal/i })
    .click()
  await expect(token).toContainText('Waiting for your approval')
  const first = await mailbox.waitFor(email, /approve-token-withdrawal/)
  const old = linkIn(first, /approve-token-withdrawal\/?#/)
  for (const text of [`${work.title}, #`, wallet.address]) expect(first.Text).toContain(text)
  expect(first.Subject).toContain(work.title)

  await page.goto('/en/profile/withdrawals/')
  await page.getByRole('button', { name: 'Email a new link' }).click()
  await expect(page.getByText('Earlier links no longer work')).toBeVisible()
  await page.getByRole('button', { name: 'Email a new link' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'You can send the next one in' })).toBeVisible()

  const link = async () =>
    linkIn(await mailbox.waitFor(email, /approve-token-withdrawal/), /approve-token-withdrawal\/?#/)
  await expect.poll(link, { timeout: settings.patience }).not.toBe(old)
  const fresh = await link()
  await page.goto('about:blank')
  await page.goto(old)
  await expect(page.getByText('This link isn’t valid')).toBeVisible()
  await page.goto('about:blank')
  await page.goto(fresh)
  const picture = page.locator('figure img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Approve' }).click()
  // The page turns without a reload once the token has arrived, and says the same later.
  await expect(page.getByRole('status')).toContainText('Approved and delivered', {
    timeout: settings.patience,
  })
  await page.reload()
  await expect(page.getByRole('status')).toContainText('The token is now in the wallet.')
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
})
