import {
  accept,
  becomeBuyer,
  cards,
  choose,
  expect,
  openCheckout,
  payWithCard,
  test,
  workFor,
} from './fixtures'
import { settings } from './settings'
import { walletName } from './wallet'

test('a purchase with ether, declined once in the wallet', async ({ page, mailbox, wallet }) => {
  const work = await workFor(4)
  await becomeBuyer(page, mailbox)
  await openCheckout(page, work)
  await accept(page)
  await choose(page, 'Ether')

  wallet.declineNext()
  await page.getByRole('button', { name: 'Pay with ether' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await expect(page.getByRole('status')).toContainText('You declined in your wallet. Nothing was sent.')
  // The price was locked before the wallet's request, and is released because nothing was sent.
  await expect(page.getByRole('radio', { name: 'Card' })).toBeEnabled()
  await expect(page.getByRole('button', { name: /^Cancel/ })).toBeVisible()
  await expect(page.getByRole('status')).not.toContainText('locked')

  await page.getByRole('button', { name: 'Pay with ether' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await page.waitForURL(`**/artworks/${work.slug}/checkout/success/**`, { timeout: settings.patience })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
  await expect(page.getByRole('link', { name: 'Download receipt' })).toBeVisible({
    timeout: settings.patience,
  })
  await expect(page.getByRole('status')).toContainText('in your collection', { timeout: settings.patience })
  await page.getByRole('link', { name: 'Your collection' }).click()
  await expect(page.getByRole('article').filter({ hasText: work.title })).toBeVisible()
})

test('after declining in the wallet a buyer can pay by card immediately', { tag: '@all' }, async ({
  page,
  mailbox,
  wallet,
}) => {
  const work = await workFor(16)
  await becomeBuyer(page, mailbox)
  await openCheckout(page, work)
  await accept(page)
  await choose(page, 'Ether')
  wallet.declineNext()
  await page.getByRole('button', { name: 'Pay with ether' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await expect(page.getByRole('status')).toContainText('You declined in your wallet. Nothing was sent.')
  await choose(page, 'Card')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await payWithCard(page, cards.good)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
    timeout: settings.patience,
  })
})

test('logging in with a wallet', async ({ page, wallet }) => {
  await page.goto('/en/login/')
  await page.getByRole('button', { name: 'Sign in with Ethereum' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await page.waitForURL((url) => url.pathname === '/en/profile/collection/')
  await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Wallets' }).click()
  await expect(page.getByText(wallet.address)).toBeVisible()
})
