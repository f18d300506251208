import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { becomeBuyer, expect, logIn, test } from './fixtures'
import { settings } from './settings'
import { reader, sendFromBank } from './wallet'

const staff = { email: 'staff@example.org', password: 'vitrine' }
const colleague = { email: 'colleague@example.org', password: 'vitrine' }

test('unexpected ether opens a case, and two members of staff refund it', { tag: '@all' }, async ({
  page,
  browser,
}) => {
  const config = (await (await fetch(`${settings.baseURL}/api/config`)).json()) as {
    chains: { chainId: number; vault: `0x${string}` }[]
  }
  const vault = config.chains.find(({ chainId }) => chainId === settings.chainId)!.vault
  const value = parseEther('0.0375')
  const hash = await sendFromBank(vault, value)

  await logIn(page, staff)
  await page.goto('/en/profile/')
  await page.getByRole('link', { name: 'Payments to review' }).click()
  await page.waitForURL('**/en/reviews/')
  const found = page.getByRole('article').filter({ hasText: hash })
  await expect(async () => {
    await page.reload()
    await expect(found).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: settings.patience })
  await expect(found.getByRole('heading')).toContainText('Sent outside the checkout')
  await expect(found.getByRole('heading')).toContainText('0.0375 ETH')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  const home = privateKeyToAccount(generatePrivateKey()).address
  await found.getByRole('radio', { name: 'Refund the payment' }).check()
  await found.getByRole('button', { name: 'Decide' }).click()
  await expect(found.getByText('Enter a reason')).toBeVisible()
  await found.getByLabel('Send it to').fill(`${home.slice(0, -1)}z`)
  await found.getByLabel('Why').fill('The sender asked for it back.')
  await found.getByRole('button', { name: 'Decide' }).click()
  await expect(found.getByRole('alert')).toContainText('40 characters')
  await found.getByLabel('Send it to').fill(home)
  await found.getByRole('button', { name: 'Decide' }).click()

  const requests = page.getByRole('region', { name: 'Refunds to approve' })
  const own = requests.getByRole('article').filter({ hasText: home })
  await expect(own).toContainText('someone else must approve it', { timeout: 30_000 })
  await expect(own.getByRole('button', { name: 'Approve the refund' })).toHaveCount(0)
  await expect(found).toContainText('A second member of staff must approve the refund')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await reader().getBalance({ address: home })).toBe(0n)

  const context = await browser.newContext()
  const second = await context.newPage()
  await logIn(second, colleague)
  await second.goto('/en/reviews/')
  const request = second
    .getByRole('article')
    .filter({ hasText: home })
    .filter({ hasText: 'Refund of 0.0375 ETH' })
  await request.getByRole('button', { name: 'Approve the refund' }).click()
  await expect(second.getByText('Approved. The refund is on its way.')).toBeFocused({ timeout: 30_000 })
  await expect(request).toHaveCount(0, { timeout: 30_000 })
  await expect(second.getByRole('article').filter({ hasText: hash })).toContainText(
    'The sender asked for it back.',
  )
  await context.close()
  await expect.poll(() => reader().getBalance({ address: home }), { timeout: settings.patience }).toBe(value)
})

test('the queue is for staff only', { tag: '@all' }, async ({ page, mailbox }) => {
  await page.goto('/en/reviews/')
  await expect(page.getByRole('link', { name: 'Log in to review payments' })).toBeVisible()
  await becomeBuyer(page, mailbox)
  await page.goto('/en/reviews/')
  await expect(page.getByText('This page is for gallery staff')).toBeVisible()
})

test('anyone can check the promises', async ({ page }) => {
  await page.goto('/en/invariants/')
  await expect(page.getByText('Every promise holds.')).toBeVisible()
  const figures = page.getByRole('region', { name: 'Editions' })
  await expect(figures.getByText('Total editions of works with sales or holds')).toBeVisible()
})
