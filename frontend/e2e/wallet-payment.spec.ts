import type { Page } from '@playwright/test'
import { createWalletClient, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { accept, becomeBuyer, choose, expect, openCheckout, test, type Work, workFor } from './fixtures'
import type { Mailbox } from './mailbox'
import { settings } from './settings'
import { shifts, watchShifts } from './shifts'
import { installWallet, reader, sendFromBank, walletName } from './wallet'

type Reply = { result?: unknown; error?: { code: number; message: string } }
/** What a person does in the wallet instead of confirming; null leaves it to the wallet. */
type Hand = Record<string, (params: unknown[]) => Promise<Reply | null> | Reply | null>

const rejected: Reply = { error: { code: 4001, message: 'User rejected the request.' } }

/** Installs a wallet in the page, and a handler that sees every request and may respond to it. Call it before the first navigation. */
async function walletInHand(page: Page, options?: { funded: boolean }) {
  const { address } = await installWallet(page, options)
  const hand: Hand = {}
  const asked: string[] = []
  await page.exposeFunction('__journeyHand', async (request: { method: string; params?: unknown[] }) => {
    asked.push(request.method)
    return (await hand[request.method]?.(request.params ?? [])) ?? null
  })
  await page.addInitScript(() => {
    type Ask = (request: object) => Promise<object | null>
    const wallet = window as unknown as { __journeyWallet: Ask; __journeyHand: Ask }
    const real = wallet.__journeyWallet
    wallet.__journeyWallet = async (request) => (await wallet.__journeyHand(request)) ?? real(request)
  })
  return { address, hand, asked }
}

async function atTheDesk(page: Page, mailbox: Mailbox, work: Work) {
  await becomeBuyer(page, mailbox)
  await openCheckout(page, work)
  await accept(page)
  await choose(page, 'Ether')
}

const status = (page: Page) => page.getByRole('status')

async function press(page: Page) {
  await page.getByRole('button', { name: 'Pay with ether' }).click()
  await page.getByRole('button', { name: walletName }).click()
}

async function thanked(page: Page, work: Work) {
  await page.waitForURL(`**/artworks/${work.slug}/checkout/success/**`, { timeout: settings.patience })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
    timeout: settings.patience,
  })
}

/** Nothing was locked yet: the way to the card and the way back are open. */
async function isFree(page: Page) {
  await expect(status(page)).not.toContainText('locked')
  await expect(page.getByRole('radio', { name: 'Card' })).toBeEnabled()
  await expect(page.getByRole('button', { name: /^Cancel/ })).toBeVisible()
}

/** Records every state of the main part of a page: some last for two reads only. */
async function recorded(page: Page) {
  await page.addInitScript(() => {
    const states: string[] = []
    Object.assign(window, { states })
    new MutationObserver(() => {
      const text = document.querySelector('main')?.textContent ?? ''
      if (text !== states.at(-1)) states.push(text)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { states: string[] }).states)
}

test('the wallet asks, the page says what it asks, and blocks are counted until the work is collected', {
  tag: '@all',
}, async ({ page, mailbox }) => {
  const work = await workFor(9)
  const { hand } = await walletInHand(page)
  const states = await recorded(page)
  let confirm = () => {}
  const confirmed = new Promise<null>((resolve) => {
    confirm = () => resolve(null)
  })
  hand.eth_sendTransaction = () => confirmed
  await atTheDesk(page, mailbox, work)
  await press(page)

  // Nothing is decided in the wallet yet.
  await expect(status(page)).toContainText(/Confirm [\d.,]+ ETH in your wallet, plus a network fee of about/)
  await expect(status(page)).toContainText('The price is locked until')
  await expect(page.getByRole('button', { name: 'Pay with ether' })).toHaveAttribute('aria-busy', 'true')
  confirm()
  await thanked(page, work)
  const progress = page.getByRole('list', { name: 'Progress' })
  await expect(progress.getByRole('listitem').filter({ hasText: 'Payment received' })).toContainText('Done')
  await expect(status(page)).toContainText('in your collection', { timeout: settings.patience })
  // The four completed steps have no further text.
  await expect(progress).toHaveCount(0)
  const counted = (await states()).flatMap((text) => {
    const [, seen, needed] = /(\d+) of (\d+) blocks so far/.exec(text) ?? []
    return seen ? [{ seen: Number(seen), needed: Number(needed) }] : []
  })
  expect(counted.length).toBeGreaterThan(0)
  for (const [i, { seen, needed }] of counted.entries()) {
    expect(seen).toBeLessThanOrEqual(needed)
    expect(seen).toBeGreaterThanOrEqual(counted[i - 1]?.seen ?? 1)
  }
})

test('a wallet on another network: the change is asked for, may be declined, and comes before the payment', {
  tag: '@all',
}, async ({ page, mailbox }) => {
  const work = await workFor(10)
  const { hand, asked } = await walletInHand(page)
  let elsewhere = true
  let declines = 1
  hand.eth_chainId = () => (elsewhere ? { result: '0x1' } : null)
  hand.wallet_switchEthereumChain = ([wanted]) => {
    expect(Number((wanted as { chainId: Hex }).chainId)).toBe(settings.chainId)
    if (declines-- > 0) return rejected
    elsewhere = false
    return null
  }
  await atTheDesk(page, mailbox, work)
  await press(page)
  await expect(status(page)).toContainText('You declined in your wallet. Nothing was sent.')
  expect(asked).not.toContain('eth_sendTransaction')
  await isFree(page)

  await press(page)
  await thanked(page, work)
  expect(asked.indexOf('eth_sendTransaction')).toBeGreaterThan(
    asked.lastIndexOf('wallet_switchEthereumChain'),
  )
})

test('the network is added to a wallet without it', { tag: '@all' }, async ({ page, mailbox }) => {
  const work = await workFor(11)
  const { hand } = await walletInHand(page)
  let known = false
  let there = false
  hand.eth_chainId = () => (there ? null : { result: '0x1' })
  hand.wallet_switchEthereumChain = () => {
    if (!known) return { error: { code: 4902, message: 'Unrecognized chain ID.' } }
    there = true
    return null
  }
  hand.wallet_addEthereumChain = ([chain]) => {
    const { chainId, rpcUrls } = chain as { chainId: Hex; rpcUrls: string[] }
    expect(Number(chainId)).toBe(settings.chainId)
    expect(rpcUrls).toEqual([`${settings.baseURL}/rpc/${settings.chainId}`])
    known = true
    there = true
    return { result: null }
  }
  await atTheDesk(page, mailbox, work)
  await press(page)
  await thanked(page, work)
  expect(known).toBe(true)
})

test('problems before anything is sent: no wallet chosen, an open request, an empty wallet', {
  tag: '@all',
}, async ({ page, mailbox }) => {
  const work = await workFor(12)
  const { address, hand, asked } = await walletInHand(page, { funded: false })
  await atTheDesk(page, mailbox, work)

  await page.getByRole('button', { name: 'Pay with ether' }).click()
  await expect(page.getByRole('button', { name: walletName })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(status(page)).toContainText('No wallet was chosen. Nothing was sent.')

  hand.eth_requestAccounts = () => ({ error: { code: -32002, message: 'Already processing.' } })
  await press(page)
  await expect(status(page)).toContainText('Your wallet already has an open request.')
  delete hand.eth_requestAccounts

  await press(page)
  await expect(status(page)).toContainText('The wallet holds less ETH than the price. Nothing was sent.')
  expect(asked).not.toContain('eth_sendTransaction')
  await isFree(page)

  await sendFromBank(address, parseEther('20'))
  await press(page)
  await thanked(page, work)
})

test('another amount by hand is refused by the contract: the page says so, also after a reload, and lets pay', {
  tag: '@all',
}, async ({ page, mailbox }) => {
  const work = await workFor(13)
  const account = privateKeyToAccount(generatePrivateKey())
  await sendFromBank(account.address, parseEther('20'))
  const byHand = createWalletClient({ account, chain: reader().chain, transport: http(settings.chainURL) })
  // The gas is named, or the wallet library would try the transaction and refuse to send it.
  const send = (to: Hex, value: bigint, data?: Hex) =>
    byHand.sendTransaction({ to, data, value, gas: 500_000n })
  const { hand } = await walletInHand(page)
  let contract: Hex = '0x'
  hand.eth_sendTransaction = async ([transaction]) => {
    const { to, data, value } = transaction as { to: Hex; data: Hex; value: Hex }
    contract = to
    return { result: await send(to, BigInt(value) / 2n, data) }
  }
  await atTheDesk(page, mailbox, work)
  await press(page)
  const refusal = 'The payment contract refused your transaction'
  await expect(status(page)).toContainText(refusal, { timeout: settings.patience })
  await expect(status(page)).toContainText('You only paid the network fee')
  await expect(status(page)).toContainText('Held for you until')

  // Ether that is sent there without data is returned as well.
  const hash = await send(contract, 1_000_000n)
  expect((await reader().waitForTransactionReceipt({ hash })).status).toBe('reverted')
  expect(await reader().getBalance({ address: account.address })).toBeGreaterThan(parseEther('19.9'))
  await page.reload()
  await expect(status(page)).toContainText(refusal, { timeout: settings.patience })

  delete hand.eth_sendTransaction
  await press(page)
  await thanked(page, work)
  await expect(status(page)).toContainText('in your collection', { timeout: settings.patience })
})

test('a page that is closed while the wallet sends: opened again, it continues where the payment stands', {
  tag: '@all',
}, async ({ page, context, mailbox, wallet }) => {
  const work = await workFor(14)
  await atTheDesk(page, mailbox, work)
  const closed = new Promise<void>((resolve) => {
    wallet.onSent = async () => {
      await page.close()
      resolve()
    }
  })
  await press(page)
  await closed

  // At the checkout's own address, without the wallet, and with nothing that this tab could know of.
  const again = await context.newPage()
  await again.goto(`/en/artworks/${work.slug}/checkout/`)
  await thanked(again, work)
  await again.close()
  const later = await context.newPage()
  await later.goto(`/en/artworks/${work.slug}/checkout/success/`)
  await thanked(later, work)
  await expect(status(later)).toContainText('in your collection', { timeout: settings.patience })
})

test('a checkout on a phone doesn’t jump while it loads the account', { tag: '@all' }, async ({ page }) => {
  await watchShifts(page)
  const work = await workFor(9)
  await page.setViewportSize({ width: 390, height: 844 })
  // The picture loads late: its space is reserved.
  await page.route('**/assets/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await page.goto(`/en/artworks/${work.slug}/checkout/`)
  await expect(page.getByRole('link', { name: 'Log in to buy' })).toBeVisible()
  await expect(page.getByRole('figure').getByRole('img')).not.toHaveJSProperty('naturalWidth', 0)
  expect(await shifts(page)).toBeLessThan(0.08)
})
