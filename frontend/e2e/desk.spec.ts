import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  accept,
  becomeBuyer,
  buyByCard,
  choose,
  expect,
  logIn,
  openCheckout,
  test,
  workFor,
} from './fixtures'
import { settings } from './settings'
import { sound } from './sound'
import { walletName } from './wallet'

const staff = { email: 'staff@example.org', password: 'vitrine' }

/** Whether the page has loaded the code of the desk, which contains this text. */
const hasDeskCode = (page: Page) =>
  page.evaluate(async (text) => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\.js(\?|$)/.test(name))
    const codes = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()))
    return codes.some((code) => code.includes(text))
  }, 'Check the refund')

/** The access token of the page's next calls, as the browser sends it. */
const bearerOf = async (page: Page, path: string) => {
  const [request] = await Promise.all([
    page.waitForRequest(
      (request) => request.url().includes('/api/') && Boolean(request.headers().authorization),
    ),
    page.goto(path),
  ])
  return request.headers().authorization!
}

test('staff find an order, read its history and refund a part; a shopper sees nothing of it', async ({
  page,
  mailbox,
  browser,
}) => {
  test.setTimeout(240_000)
  const person = await becomeBuyer(page, mailbox)
  const work = await workFor(11)
  const { id } = await buyByCard(page, work)
  const number = id.slice(-8)

  // Roles are checked by the server, for each of them.
  const paths = ['/api/desk/orders', `/api/desk/orders/${id}`, '/api/desk/today', '/api/desk/refused-emails']
  const shopper = await bearerOf(page, '/en/profile/orders/')
  for (const path of paths) {
    expect((await fetch(settings.baseURL + path)).status).toBe(401)
    const refused = await fetch(settings.baseURL + path, { headers: { authorization: shopper } })
    expect(refused.status).toBe(403)
  }
  await page.goto('/en/profile/desk/')
  await expect(page.getByText('This page is for gallery staff')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Desk' })).toHaveCount(0)
  expect(await hasDeskCode(page)).toBe(false)

  const context = await browser.newContext()
  const desk = await context.newPage()
  await desk.goto(`/en/profile/desk/orders/${id}/`)
  await expect(desk.getByRole('link', { name: 'Log in to continue' })).toBeVisible()
  await logIn(desk, staff)
  await desk.goto('/en/profile/')
  await desk.getByRole('link', { name: 'Desk' }).click()
  await desk.waitForURL('**/en/profile/desk/')
  await expect(desk.getByRole('region', { name: 'Paid today' })).toContainText('by card')
  await expect(desk.getByRole('region', { name: 'Alarms' })).toContainText('No alarms. Every promise holds.')
  await expect(desk.getByRole('region', { name: 'Next drop' })).toContainText(
    /opens .* UTC|No drop is announced/,
  )
  expect(await hasDeskCode(desk)).toBe(true)
  const rows = desk.getByRole('row').filter({ hasText: number })
  await expect(rows).toHaveCount(1)
  await expect(desk.getByRole('link', { name: /^(No|\d+) withdrawals? to check$/ })).toBeVisible()

  const search = desk.getByRole('searchbox', { name: 'Order, buyer, payment or artwork' })
  await search.fill(number)
  await search.press('Enter')
  await expect(desk.getByText('1 order', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(1)
  await search.fill(person.email)
  await desk.getByRole('button', { name: 'Find' }).click()
  await expect(desk).toHaveURL(/search=/)
  await expect(desk.getByText('1 order', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(1)

  // The address contains the choice, and the back button reverts it.
  await desk.getByRole('button', { name: 'Ended unpaid' }).click()
  await expect(desk.getByText('No orders found.')).toBeVisible()
  await desk.reload()
  await expect(desk.getByText('No orders found.')).toBeVisible()
  await expect(search).toHaveValue(person.email)
  await expect(desk.getByRole('button', { name: 'Ended unpaid' })).toHaveAttribute('aria-pressed', 'true')
  await desk.goBack()
  await expect(rows).toHaveCount(1)
  await sound(desk)
  // On a phone each order is a card, whose values name their column.
  await desk.setViewportSize({ width: 390, height: 900 })
  const price = rows.getByRole('cell').filter({ hasText: 'by card' })
  expect(await price.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('"Price"')
  await desk.setViewportSize({ width: 1440, height: 900 })

  await rows.getByRole('link', { name: number }).click()
  await desk.waitForURL(`**/en/profile/desk/orders/${id}/`)
  await expect(desk.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  const steps = desk.getByRole('region', { name: 'Steps' })
  for (const step of ['Held', 'Waiting for payment', 'Payment received', 'Paid', 'Minting'])
    await expect(steps).toContainText(step)
  await expect(steps).toContainText('by the card provider')
  await expect(desk.getByText(person.email, { exact: true })).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Payments' })).toContainText('bought the edition')
  const documents = desk.getByRole('region', { name: 'Documents' })
  for (const name of [/^Invoice /, 'Receipt']) {
    const [file] = await Promise.all([
      desk.waitForEvent('download'),
      documents.getByRole('link', { name }).click(),
    ])
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  }
  await expect(desk.getByRole('region', { name: 'Emails' })).toContainText(`To ${person.email}, sent`)
  await expect(desk.getByRole('region', { name: 'Ledger' })).toContainText('artist')
  await sound(desk)

  const refund = desk.getByRole('region', { name: 'Refund this order' })
  await refund.getByRole('button', { name: 'Check the refund' }).click()
  await expect(refund.getByText('Enter a reason.')).toBeVisible()
  await refund.getByLabel('Amount to refund').fill('1')
  await refund.getByLabel('Why').fill('The frame was scratched.')
  await refund.getByRole('button', { name: 'Check the refund' }).click()
  await expect(refund).toContainText('$1 will be refunded to the card that paid.')
  await refund.getByRole('button', { name: 'Refund $1', exact: true }).click()
  await expect(desk.getByText('The refund is on its way.')).toBeFocused({ timeout: 30_000 })
  await expect(desk.getByRole('region', { name: 'Refunds' })).toContainText('$1', { timeout: 30_000 })
  await context.close()
})

test('staff find an order in ether by its wallet and its transaction', { tag: '@all' }, async ({
  page,
  mailbox,
  browser,
  wallet,
}) => {
  test.setTimeout(240_000)
  const work = await workFor(13)
  await becomeBuyer(page, mailbox)
  await openCheckout(page, work)
  await accept(page)
  await choose(page, 'Ether')
  await page.getByRole('button', { name: 'Pay with ether' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await page.waitForURL(`**/artworks/${work.slug}/checkout/success/**`, { timeout: settings.patience })
  const number = new URL(page.url()).searchParams.get('checkout')!.slice(-8)
  await expect(page.getByRole('link', { name: 'Download receipt' })).toBeVisible({
    timeout: settings.patience,
  })

  const context = await browser.newContext()
  const desk = await context.newPage()
  await logIn(desk, staff)
  await desk.goto(`/en/profile/desk/?search=${wallet.address}`)
  await expect(desk.getByText('1 order', { exact: true })).toBeVisible()
  await desk.getByRole('row').getByRole('link', { name: number }).click()
  const payments = desk.getByRole('region', { name: 'Payments' })
  await expect(payments).toContainText('final, bought the edition')
  await expect(payments).toContainText(wallet.address)
  const transaction = /0x[0-9a-f]{64}/.exec((await payments.textContent())!)![0]
  await sound(desk)

  // What a refund says before it is sent. Nothing is refunded here.
  const refund = desk.getByRole('region', { name: 'Refund this order' })
  await expect(refund).toContainText('Ether is refunded in full')
  await refund.getByLabel('Why').fill('Only to look.')
  const to = await refund.getByLabel('Send it to').getAttribute('placeholder')
  const own = to || wallet.address
  if (!to) await refund.getByLabel('Send it to').fill(own)
  await refund.getByRole('button', { name: 'Check the refund' }).click()
  await expect(refund).toContainText(`goes to ${own}`)
  await refund.getByRole('button', { name: 'Change it' }).click()
  await expect(refund.getByLabel('Why')).toHaveValue('Only to look.')

  await desk.getByRole('link', { name: 'All orders', exact: true }).click()
  const search = desk.getByRole('searchbox', { name: 'Order, buyer, payment or artwork' })
  await search.fill(transaction)
  await search.press('Enter')
  await expect(desk.getByText('1 order', { exact: true })).toBeVisible()
  await expect(desk.getByRole('row').filter({ hasText: number })).toHaveCount(1)
  await context.close()
})
