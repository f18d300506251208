import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import {
  accept,
  becomeBuyer,
  buyByCard,
  choose,
  expect,
  logIn,
  openCheckout,
  test,
  type Work,
} from './fixtures'
import { linkIn, type Mailbox } from './mailbox'
import { settings } from './settings'
import { installWallet, reader, walletName } from './wallet'
import { violations } from './whole'

// All journeys that change the artist's payout wallet are in this file: it runs them one after the other.

const artist = { email: 'artist@example.org', password: 'vitrine' }
const approver = { email: 'approver@example.org', password: 'vitrine' }
const contractAbi = parseAbi(['function balanceOf(address) view returns (uint256)'])
const someWallet = () => privateKeyToAddress(generatePrivateKey())

test('an approver finds a request in their list, decides it there, and both read the log', async ({
  page,
  browser,
  mailbox,
}) => {
  const wallet = someWallet()
  await logIn(page, artist)
  await page.goto('/en/profile/payout-wallet/')
  await page.getByLabel('Wallet address').fill(wallet)
  await page
    .locator('form')
    .getByRole('button', { name: /wallet/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Your requests' })).toBeVisible({
    timeout: settings.patience,
  })
  const mail = await mailbox.waitFor(artist.email, new RegExp(`${wallet}[^]*/approve-payout`))
  await page.goto(linkIn(mail, /approve-payout-wallet-update\/?#/))
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status')).toContainText('Approved by you')
  // The second person is reminded; both emails are about the same request.
  await page.goto('/en/profile/approvals/')
  await page.getByRole('button', { name: 'Email approvers a new link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'emailed the approvers' })).toBeVisible()

  const second = await (await browser.newContext()).newPage()
  await logIn(second, approver)
  await second.goto('/en/profile/')
  await second.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Approvals' }).click()
  const request = second.getByRole('article').filter({ hasText: wallet })
  await expect(request).toBeVisible({ timeout: settings.patience })
  await request.getByRole('link', { name: 'Review request' }).click()
  await expect(second.getByRole('heading', { level: 1 })).toContainText('share of ether sales')
  await expect(second.getByRole('main')).toContainText(wallet)
  await second.getByRole('button', { name: 'Approve' }).click()
  await expect(second.getByRole('status')).toContainText('Approved')
  await second.goto('/en/profile/approvals/')
  await expect(request).toHaveCount(0)
  const theirs = second.getByRole('region', { name: 'Log' }).getByRole('listitem').filter({ hasText: wallet })
  for (const text of ['The requester requested it', 'The requester approved it', 'You approved it'])
    await expect(theirs.first()).toContainText(text)
  await second.context().close()

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

/** Works of the artist that can be bought. */
async function worksOf(name: string): Promise<Work[]> {
  const response = await fetch(`${settings.baseURL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `{ artworks(filter: {availability: [AVAILABLE], editionSize: {min: 5}, purchasePrice: {min: 1}}) {
        items { id slug title editionsAvailable artist { name } } } }`,
    }),
  })
  const { data } = (await response.json()) as {
    data: { artworks: { items: (Work & { artist: { name: string } })[] } }
  }
  return data.artworks.items.filter((work) => work.artist.name === name)
}

/** The newest link of a kind in an email about a wallet. */
const mailed = async (mailbox: Mailbox, to: string, wallet: string, path: string) =>
  linkIn(await mailbox.waitFor(to, new RegExp(`${wallet}[^]*/${path}/`)), new RegExp(`/${path}/?#`))

/** Requests a payout wallet and has both people approve it. */
async function changeWallet(page: Page, browser: Browser, mailbox: Mailbox, wallet: string) {
  await page.goto('/en/profile/payout-wallet/')
  const changes = page.getByRole('list', { name: 'Changes' })
  await page.getByLabel('Wallet address').fill(wallet)
  await page.getByRole('button', { name: 'Request this wallet' }).click()
  await expect(page.getByText('A change is in progress')).toBeVisible()
  const approve = async (of: Page, to: string) => {
    await of.goto(await mailed(mailbox, to, wallet, 'approve-payout-wallet-update'))
    await of.getByRole('button', { name: 'Approve' }).click()
    await expect(of.getByRole('status').filter({ hasText: 'Approved' })).toBeVisible()
  }
  await approve(page, artist.email)
  const second = await (await browser.newContext()).newPage()
  await logIn(second, approver)
  await approve(second, approver.email)
  await second.context().close()
  await page.goto('/en/profile/payout-wallet/')
  await expect(changes.getByRole('listitem').filter({ hasText: wallet })).toContainText('Active', {
    timeout: settings.patience,
  })
}

/** Someone else buys a work. */
async function sell(browser: Browser, mailbox: Mailbox, work: Work, method: 'card' | 'ether') {
  const context = await browser.newContext({ baseURL: settings.baseURL })
  const page = await context.newPage()
  await installWallet(page)
  await becomeBuyer(page, mailbox)
  if (method === 'card') await buyByCard(page, work)
  else {
    await openCheckout(page, work)
    await accept(page)
    await choose(page, 'Ether')
    await page.getByRole('button', { name: 'Pay with ether' }).click()
    await page.getByRole('button', { name: walletName }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
      timeout: settings.patience,
    })
  }
  await context.close()
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** The balance of a wallet. Other journeys leave balances with former wallets. */
const balanceOf = (page: Page, wallet: string) =>
  part(page, 'Balance').locator(':scope > div').filter({ hasText: wallet })
const fits = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

test('an artist follows sales, held money and payouts, on a phone and a desktop, and withdraws both ways', {
  tag: '@all',
}, async ({ page, browser, mailbox, wallet }) => {
  test.setTimeout(6 * settings.patience)
  const [work] = await worksOf('Tendai Mukwashi')
  expect(work).toBeDefined()
  await logIn(page, artist)

  await test.step('the vault and the contracts are refused as payout wallets', async () => {
    const config = (await (await page.request.get('/api/config')).json()) as {
      chains: { vault: string; tokenContract: string; paymentContract: string }[]
    }
    const [chain] = config.chains
    await page.goto('/en/profile/payout-wallet/')
    for (const address of [chain!.vault, chain!.tokenContract, chain!.paymentContract]) {
      await page.getByLabel('Wallet address').fill(address)
      await page.getByRole('button', { name: 'Request this wallet' }).click()
      await expect(page.getByRole('alert')).toContainText(/vault|contract|gallery/i)
      await expect(page.getByText('A change is in progress')).toHaveCount(0)
    }
  })

  await changeWallet(page, browser, mailbox, wallet.address)
  await sell(browser, mailbox, work!, 'ether')
  await sell(browser, mailbox, work!, 'card')

  await test.step('on a phone: the sales, the balance and what is held', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/en/profile/payouts/')
    const sales = part(page, 'Sales').getByRole('listitem').filter({ hasText: work!.title })
    await expect(sales.filter({ hasText: 'paid with ether' }).first()).toContainText(
      'Credited to your payout wallet',
      { timeout: settings.patience },
    )
    await expect(sales.filter({ hasText: 'paid by card' }).first()).toContainText('Sold by card')
    await expect(part(page, 'Held for you')).toContainText('From card sales')
    await expect(part(page, 'Balance')).toContainText(wallet.address)
    await expect(part(page, 'Balance')).toContainText(/[\d.]+ ETH/)
    await fits(page, 390)
  })

  const before = await reader().getBalance({ address: wallet.address })
  await test.step('on a phone: the gallery sends the balance', async () => {
    await balanceOf(page, wallet.address).getByRole('button', { name: 'Withdraw to your wallet' }).click()
    const paid = part(page, 'Payouts').getByRole('listitem').filter({ hasText: wallet.address })
    await expect(paid.first()).toContainText('Paid out', { timeout: settings.patience })
    await expect
      .poll(() => reader().getBalance({ address: wallet.address }), { timeout: settings.patience })
      .toBeGreaterThan(before)
  })

  await sell(browser, mailbox, work!, 'ether')
  await test.step('on a desktop: the artist withdraws with their own wallet', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/en/profile/payouts/')
    const own = balanceOf(page, wallet.address).getByRole('button', { name: 'Withdraw with your own wallet' })
    await expect(own).toBeEnabled({ timeout: settings.patience })
    wallet.declineNext()
    await own.click()
    await page.getByRole('button', { name: walletName }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'You declined in your wallet.' })).toBeVisible()
    await own.click()
    await page.getByRole('button', { name: walletName }).click()
    const paid = part(page, 'Payouts')
      .getByRole('listitem')
      .filter({ hasText: wallet.address })
      .filter({ hasText: 'Paid out' })
    await expect(paid).toHaveCount(2, { timeout: settings.patience })
    await expect(own).toHaveCount(0)
    await fits(page, 1440)
  })
})

/** The rows of a statement as CSV, by column. No cell of these journeys has a line break. */
function rowsOf(text: string): Record<string, string>[] {
  const [head, ...rows] = text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? '',
      ),
    )
  return rows.map((row) => Object.fromEntries(head!.map((name, i) => [name, row[i] ?? ''])))
}

test(
  'an artist downloads statements: they add up, and agree with the payment contract',
  { tag: '@all' },
  async ({ page, browser, mailbox }, info) => {
    test.setTimeout(6 * settings.patience)
    const [work] = await worksOf('Tendai Mukwashi')
    await logIn(page, artist)
    await changeWallet(page, browser, mailbox, someWallet())
    await sell(browser, mailbox, work!, 'ether')
    await sell(browser, mailbox, work!, 'card')

    const statements = part(page, 'Statements')
    const get = async (format: 'PDF' | 'CSV') => {
      const download = page.waitForEvent('download')
      await statements.getByRole('button', { name: `Download ${format}` }).click()
      return await download
    }
    const contract = async () => {
      const listed = page.waitForResponse((response) => response.url().includes('/api/payouts'))
      await page.goto('/en/profile/payouts/')
      const { balances } = (await (await listed).json()) as {
        balances: { chainId: number; contract: `0x${string}`; payee: `0x${string}`; confirming: string }[]
      }
      let sum = 0n
      for (const { contract: address, payee, confirming } of balances) {
        if (confirming !== '0') return null
        const functionName = 'balanceOf'
        sum += await reader().readContract({ address, abi: contractAbi, functionName, args: [payee] })
      }
      return sum
    }

    await test.step('on a phone: everything as CSV', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      // Other journeys may sell works of this artist: the contract and the statement have to agree at some time.
      await expect(async () => {
        const before = await contract()
        await statements.getByLabel('Statement of').selectOption('All time')
        const file = await get('CSV')
        expect(file.suggestedFilename()).toBe('statement-all.csv')
        const rows = rowsOf(readFileSync(await file.path(), 'utf8'))
        const balances = new Map<string, bigint>()
        for (const row of rows) {
          const [unit, kind] = [row.Unit!, row.Kind!]
          const balance = BigInt(row['Balance in base units']!)
          if (kind === 'Opening balance') expect(balance).toBe(0n)
          if (row.Amount)
            balances.set(unit, (balances.get(unit) ?? 0n) + BigInt(row['Amount in base units']!))
          if (row.Amount || kind === 'Closing balance') expect(balance).toBe(balances.get(unit) ?? 0n)
        }
        const sold = rows.filter((row) => row.Kind === 'Sale' && row.Artwork === work!.title)
        expect(new Set(sold.map((row) => row['Paid by']))).toEqual(new Set(['card', 'ether']))
        const inContract = rows.find((row) => row.Kind === 'In the payment contract')
        expect(before).not.toBeNull()
        expect(inContract?.['Balance in base units']).toBe(`${before}`)
      }).toPass({ timeout: settings.patience })
      await statements.scrollIntoViewIfNeeded()
      await page.screenshot({ path: info.outputPath('statements-390.png') })
      await fits(page, 390)
    })

    await test.step('on a desktop: a month as PDF', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await statements.getByLabel('Statement of').selectOption('A month')
      const month = new Date().toISOString().slice(0, 7)
      const file = await get('PDF')
      expect(file.suggestedFilename()).toBe(`statement-${month}.pdf`)
      await file.saveAs(info.outputPath('statement.pdf'))
      expect(
        readFileSync(await file.path())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
      await statements.getByLabel('Statement of').selectOption('A year')
      await statements.getByLabel('Period').selectOption(`${new Date().getUTCFullYear() - 1}`)
      expect(rowsOf(readFileSync(await (await get('CSV')).path(), 'utf8'))).toEqual([
        expect.objectContaining({
          Kind: 'No sales or payouts in this period.',
          Period: `${new Date().getUTCFullYear() - 1}`,
          Amount: '',
        }),
      ])
      await statements.scrollIntoViewIfNeeded()
      await page.screenshot({ path: info.outputPath('statements-1440.png') })
      await fits(page, 1440)
      expect(await violations(page, 'section[aria-label="Statements"]')).toEqual([])
    })
  },
)

test('“This wasn’t me” stops a change without a login, and sales from then on are held', {
  tag: '@all',
}, async ({ page, browser, mailbox }) => {
  test.setTimeout(6 * settings.patience)
  const [work] = await worksOf('Tendai Mukwashi')
  const wallet = someWallet()
  await logIn(page, artist)
  await changeWallet(page, browser, mailbox, wallet)
  const link = await mailed(mailbox, artist.email, wallet, 'payout-alert')

  const stranger = await (await browser.newContext({ baseURL: settings.baseURL })).newPage()
  await stranger.setViewportSize({ width: 390, height: 844 })
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: 'Did you request this payout wallet?' })).toBeVisible()
  await expect(stranger.getByRole('main')).toContainText(wallet)
  await fits(stranger, 390)
  await stranger.getByRole('button', { name: 'Stop this change' }).click()
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('The change is stopped')
  await stranger.reload()
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('This change was already stopped')
  await stranger.context().close()

  await page.goto('/en/profile/payouts/')
  await expect(page.getByText('Payouts are on hold')).toBeVisible()
  await sell(browser, mailbox, work!, 'ether')
  await page.reload()
  await expect(
    part(page, 'Sales').getByRole('listitem').filter({ hasText: 'Your payouts were on hold' }).first(),
  ).toBeVisible({ timeout: settings.patience })
  // Another wallet that both people approve ends the hold.
  const next = someWallet()
  await changeWallet(page, browser, mailbox, next)
  await page.goto('/en/profile/payouts/')
  await expect(part(page, 'Balance')).toContainText(next)
  await expect(page.getByText('Payouts are on hold')).toHaveCount(0)
})
