import { parseAbi } from 'viem'
import { accept, becomeBuyer, buyByCard, choose, expect, openCheckout, test, workFor } from './fixtures'
import { linkIn } from './mailbox'
import { settings } from './settings'
import { reader, walletName } from './wallet'

const abi = parseAbi(['function ownerOf(uint256 tokenId) view returns (address)'])

test('a withdrawal: requested, approved by email, and the token is in the collector’s wallet', async ({
  page,
  mailbox,
  wallet,
}) => {
  const work = await workFor(5)
  const { email } = await becomeBuyer(page, mailbox)
  await buyByCard(page, work)
  await page.goto('/en/profile/collection/')
  const token = page.getByRole('article').filter({ hasText: work.title })
  await expect(token.getByRole('button', { name: 'Withdraw', exact: true })).toBeEnabled({
    timeout: settings.patience,
  })
  // Read it on arrival: after the next navigation the bodies of earlier responses are gone.
  let items: { tokenId: string; contract: `0x${string}` }[] = []
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname !== '/api/collection') return
    const body = await response.json().catch(() => ({ items }))
    items = body.items
  })
  await page.reload()
  await expect.poll(() => items.length, { timeout: settings.patience }).toBeGreaterThan(0)
  const { tokenId, contract } = items[0]!
  await token.getByRole('button', { name: 'Withdraw', exact: true }).click()

  const field = page.getByLabel('Wallet address')
  await field.fill('0x123')
  await page.getByRole('button', { name: 'Request withdrawal' }).click()
  await expect(page.getByRole('alert')).toContainText('40 characters')
  await field.fill(wallet.address)
  await page.getByRole('button', { name: 'Request withdrawal' }).click()
  await expect(token).toContainText('Waiting for your approval')

  const link = linkIn(
    await mailbox.waitFor(email, /approve-token-withdrawal/),
    /approve-token-withdrawal\/?#/,
  )
  await page.goto('/en/')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(work.title)
  await expect(page.getByRole('main')).toContainText(wallet.address)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status')).toContainText('Approved')
  await page.reload()
  await expect(page.getByRole('status')).toContainText('Approved')
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await expect
    .poll(
      () =>
        reader().readContract({ address: contract, abi, functionName: 'ownerOf', args: [BigInt(tokenId)] }),
      {
        timeout: settings.patience,
      },
    )
    .toBe(wallet.address)
  await page.getByRole('link', { name: 'View your withdrawals' }).click()
  const moved = page.getByRole('listitem').filter({ hasText: wallet.address })
  await expect(moved).toContainText(work.title)
  await expect(moved).toContainText('the token is in your wallet', { timeout: settings.patience })
})

test('opening an emailed link decides nothing, and a stranger can only reject', async ({
  page,
  browser,
  mailbox,
  wallet,
}) => {
  const work = await workFor(6)
  const { email } = await becomeBuyer(page, mailbox)
  await buyByCard(page, work)
  await page.goto('/en/profile/collection/')
  const token = page.getByRole('article').filter({ hasText: work.title })
  await expect(token.getByRole('button', { name: 'Withdraw', exact: true })).toBeEnabled({
    timeout: settings.patience,
  })
  await token.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByLabel('Wallet address').fill(wallet.address)
  await page.getByRole('button', { name: 'Request withdrawal' }).click()
  const link = linkIn(
    await mailbox.waitFor(email, /approve-token-withdrawal/),
    /approve-token-withdrawal\/?#/,
  )

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  await expect(stranger.getByText('Rejecting needs no login')).toBeVisible()
  await stranger.getByRole('button', { name: 'Approve' }).click()
  await stranger.waitForURL('**/login/**')
  expect(stranger.url()).not.toContain(new URL(link).hash.slice(1))
  await stranger.goto(link)
  await stranger.getByRole('button', { name: 'Reject' }).click()
  await expect(stranger.getByRole('status')).toContainText('Rejected')
  await stranger.context().close()

  await expect(token).toContainText('Rejected', { timeout: settings.patience })
})

test('an account without an address approves by its wallet’s signature, on a phone too', {
  tag: '@all',
}, async ({ page, wallet }) => {
  const work = await workFor(15)
  await page.goto('/en/login/')
  await page.getByRole('button', { name: 'Sign in with Ethereum' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await page.waitForURL((url) => url.pathname === '/en/profile/collection/')
  await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'You' }).click()
  await page.getByLabel('First name').fill('Wanda')
  await page.getByLabel('Last name').fill('Wallet')
  await page.getByLabel('Email').fill('wanda@example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await openCheckout(page, work)
  await accept(page)
  await choose(page, 'Ether')
  await page.getByRole('button', { name: 'Pay with ether' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await page.waitForURL('**/checkout/success/**', { timeout: settings.patience })

  await page.goto('/en/profile/collection/')
  await page.setViewportSize({ width: 390, height: 844 })
  const token = page.getByRole('article').filter({ hasText: work.title })
  const withdraw = token.getByRole('button', { name: 'Withdraw', exact: true })
  await expect(withdraw).toBeEnabled({ timeout: settings.patience })
  await withdraw.click()
  await page.getByRole('button', { name: 'Use my connected wallet' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await expect(page.getByLabel('Wallet address')).toHaveValue(wallet.address)
  await page.getByRole('button', { name: 'Request withdrawal' }).click()
  const request = page.getByRole('region', { name: 'Waiting for your signature' })
  await expect(request).toContainText(work.title)
  await expect(request.getByText(wallet.address)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  // The wallet was left on another network.
  wallet.chainId = 1
  wallet.declineNext()
  const approve = async () => {
    await request.getByRole('button', { name: 'Approve with your wallet' }).click()
    await page.getByRole('button', { name: walletName }).click()
  }
  await page.reload()
  await approve()
  await expect(request.getByRole('alert')).toContainText('You declined in your wallet.')
  await approve()
  await expect(request).toHaveCount(0)
  expect(wallet.chainId).toBe(settings.chainId)
  await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Withdrawals' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: wallet.address })).toContainText(
    'the token is in your wallet',
    { timeout: settings.patience },
  )
})
