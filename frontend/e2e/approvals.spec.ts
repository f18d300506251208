import { becomeBuyer, buyByCard, expect, test, workFor } from './fixtures'
import { linkIn } from './mailbox'
import { settings } from './settings'

test('a new link replaces the old one, and the page of a delivered token says so', { tag: '@all' }, async ({
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
  // The page updates without a reload once the token has arrived, and shows the same after a reload.
  await expect(page.getByRole('status')).toContainText('Approved and delivered', {
    timeout: settings.patience,
  })
  await page.reload()
  await expect(page.getByRole('status')).toContainText('The token is now in the wallet.')
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
})
