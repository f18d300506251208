import type { Page } from '@playwright/test'
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

const thanked = (page: Page) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', { timeout: settings.patience })

test('the network fails just after a wallet has sent: the purchase still completes', { tag: '@all' }, async ({
  page,
  context,
  mailbox,
  wallet,
}) => {
  const work = await workFor(5)
  await becomeBuyer(page, mailbox)
  await openCheckout(page, work)
  await accept(page)
  await choose(page, 'Ether')
  wallet.onSent = () => context.setOffline(true)
  await page.getByRole('button', { name: 'Pay with ether' }).click()
  await page.getByRole('button', { name: walletName }).click()

  await expect(page.getByText(/You’re offline/)).toBeVisible({ timeout: settings.patience })
  await expect(page.getByRole('status').filter({ hasText: /\S/ }).first()).toBeVisible()
  await context.setOffline(false)
  await thanked(page)
  await expect(page.getByRole('status')).toContainText('in your collection', { timeout: settings.patience })
})

test('a phone that freezes the page, and a reload, resume where the payment stands', { tag: '@all' }, async ({
  page,
  mailbox,
}) => {
  const work = await workFor(6)
  await becomeBuyer(page, mailbox)
  await openCheckout(page, work)
  await accept(page)
  await choose(page, 'Card')
  const phone = await page.context().newCDPSession(page)
  await phone.send('Page.setWebLifecycleState', { state: 'frozen' })
  await phone.send('Page.setWebLifecycleState', { state: 'active' })
  await expect(page.getByRole('status')).toContainText('Held for you until')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('status')).toContainText('nothing was charged', { ignoreCase: true })
  await page.reload()
  await expect(page.getByRole('status')).toContainText('Held for you until')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await payWithCard(page, cards.good)
  await thanked(page)
  await page.reload()
  await thanked(page)
})
