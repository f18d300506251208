import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import {
  accept,
  test as base,
  becomeBuyer,
  buyByCard,
  completeProfile,
  expect,
  logIn,
  newPerson,
  openCheckout,
  register,
  verify,
  workFor,
} from './fixtures'
import { type Instance, startInstance } from './instance'
import { linkIn, type Mailbox } from './mailbox'
import { settings } from './settings'

/** A second instance, in which holds and email links expire soon. */
const test = base.extend<
  object,
  { soon: { hold: string; link: string }; hasty: Pick<Instance, 'baseURL' | 'mailboxURL'> }
>({
  // Long enough to pay, or to open a mail and decide, on a busy machine; short enough to wait for.
  soon: [
    { hold: '40s', link: '30s' },
    { option: true, scope: 'worker' },
  ],
  hasty: [
    async ({ soon }, use) => {
      if (settings.hastyURL && settings.hastyMailboxURL) {
        await use({ baseURL: settings.hastyURL, mailboxURL: settings.hastyMailboxURL })
        return
      }
      const instance = await startInstance(settings.offset + 3000, {
        HOLD_FOR: soon.hold,
        WITHDRAWAL_LINK_FOR: soon.link,
        PAYOUT_LINK_FOR: soon.link,
      })
      await use(instance)
      await instance.stop()
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  baseURL: async ({ hasty }, use) => use(hasty.baseURL),
  mailboxURL: async ({ hasty }, use) => use(hasty.mailboxURL),
})

test('a hold that ends charges nothing and can be made again', { tag: '@all' }, async ({
  page,
  mailbox,
  hasty,
}) => {
  const work = await workFor(0, hasty.baseURL)
  await becomeBuyer(page, mailbox)
  await openCheckout(page, work)
  await accept(page)
  const terms = page.getByRole('checkbox', { name: 'I accept the terms and conditions' })
  await expect(page.getByRole('status')).toContainText('Nothing was charged', { timeout: settings.patience })
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeDisabled()
  await expect(terms).not.toBeChecked()
  await accept(page)
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeEnabled()
})

const someWallet = () => privateKeyToAddress(generatePrivateKey())

/** The newest mailed link about a wallet. */
const mailed = async (mailbox: Mailbox, to: string, wallet: string, page: string) =>
  linkIn(await mailbox.waitFor(to, new RegExp(`${wallet}[^]*/${page}/`)), new RegExp(`/${page}/?#`))

const secretOf = (link: string) => new URL(link).hash.slice(1)
const decisions = (page: Page) => page.getByRole('button', { name: /^(Approve|Reject)$/ })

/** What an expired link shows, at every address of its page, with and without a language, to everyone. */
async function isLate(page: Page, addresses: string[], link: string, words: string[]) {
  for (const address of addresses) {
    // Nothing between: only the fragment would change otherwise, and nothing be loaded.
    await page.goto('about:blank')
    await page.goto(`${address}#${secretOf(link)}`)
    await expect(page.getByRole('status').filter({ hasText: 'Not approved in time' })).toBeVisible()
    for (const text of words) await expect(page.getByRole('main')).toContainText(text)
    await expect(page.getByRole('main')).toContainText('It could be approved until')
    await expect(decisions(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
}

/** The server refuses what the page no longer offers. */
async function isRefused(page: Page, link: string) {
  for (const verb of ['approve', 'reject']) {
    const authorization = await page.evaluate(() => {
      const { state } = JSON.parse(localStorage.getItem('vitrine.auth') ?? '{"state":{}}')
      return `Bearer ${state.accessToken ?? ''}`
    })
    const response = await page.request.post(`/api/approvals/link/${verb}`, {
      headers: { authorization, 'approval-secret': secretOf(link) },
      data: {},
    })
    expect(response.status(), verb).toBe(410)
    expect((await response.json()).error.code).toBe('approval_expired')
  }
}

test('an expired withdrawal: the open page and both addresses say so, and a new link is requested', {
  tag: '@all',
}, async ({ page, browser, mailbox, hasty }) => {
  const work = await workFor(8, hasty.baseURL)
  const person = { ...newPerson(), email: `late.${crypto.randomUUID().slice(0, 12)}@example.org` }
  await register(page, person)
  await verify(page, mailbox, person)
  await completeProfile(page)
  await buyByCard(page, work)

  const wallet = someWallet()
  const token = page.getByRole('article').filter({ hasText: work.title })
  const ask = async () => {
    await expect(token.getByRole('button', { name: 'Withdraw', exact: true })).toBeEnabled({
      timeout: settings.patience,
    })
    await token.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByLabel('Wallet address').fill(wallet)
    await page.getByRole('button', { name: 'Request withdrawal' }).click()
    await expect(token).toContainText('Waiting for your approval')
  }
  await page.goto('/en/profile/collection/')
  await ask()
  const link = await mailed(mailbox, person.email, wallet, 'approve-token-withdrawal')

  // An open page updates automatically.
  const open = await page.context().newPage()
  await open.goto(link)
  await expect(open.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await expect(open.getByRole('status').filter({ hasText: 'Not approved in time' })).toBeVisible({
    timeout: settings.patience,
  })
  await expect(decisions(open)).toHaveCount(0)
  await open.close()

  const addresses = [
    '/en/approve-token-withdrawal/',
    '/en/withdraw-token-approve-page/',
    '/approve-token-withdrawal/',
    '/withdraw-token-approve-page/',
  ]
  const words = [wallet, 'The token stays in our vault.', 'You can request it again']
  const stranger = await (await browser.newContext({ baseURL: hasty.baseURL })).newPage()
  await isLate(stranger, addresses, link, words)
  await stranger.context().close()
  await isLate(page, addresses, link, words)
  await isRefused(page, link)
  await mailbox.waitFor(person.email, /Expired: your withdrawal of/)

  await page.getByRole('link', { name: 'Request the withdrawal again' }).click()
  await expect(token).toContainText('Not approved in time', { timeout: settings.patience })
  await ask()
  await expect
    .poll(() => mailed(mailbox, person.email, wallet, 'approve-token-withdrawal'), {
      timeout: settings.patience,
    })
    .not.toBe(link)
  const fresh = await mailed(mailbox, person.email, wallet, 'approve-token-withdrawal')
  await page.goto(fresh)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status')).toContainText('Approved')
  await isLate(page, addresses, link, words)
})

test('a payout wallet that the second person did not approve in time: both are notified, and the artist requests it again', {
  tag: '@all',
}, async ({ page, browser, mailbox }) => {
  const artist = { email: 'artist@example.org', password: 'vitrine' }
  const approver = 'approver@example.org'
  await logIn(page, artist)
  await page.goto('/en/profile/payout-wallet/')
  const changes = page.getByRole('list', { name: 'Changes' })
  const ask = async (wallet: string) => {
    await page.getByLabel('Wallet address').fill(wallet)
    await page.getByRole('button', { name: 'Request this wallet' }).click()
    await expect(page.getByText('A change is in progress')).toBeVisible()
  }
  const wallet = someWallet()
  await ask(wallet)
  const owners = await mailed(mailbox, artist.email, wallet, 'approve-payout-wallet-update')
  await page.goto(owners)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status')).toContainText('Approved by you')

  const seconds = await mailed(mailbox, approver, wallet, 'approve-payout-wallet-update')
  const second = await (await browser.newContext({ baseURL: new URL(owners).origin })).newPage()
  await second.goto(seconds)
  await expect(second.getByText('You decide as the second person.')).toBeVisible()
  await expect(second.getByRole('status').filter({ hasText: 'Not approved in time' })).toBeVisible({
    timeout: settings.patience,
  })

  const addresses = [
    '/en/approve-payout-wallet-update/',
    '/en/payout-wallet-approve-page/',
    '/approve-payout-wallet-update/',
    '/payout-wallet-approve-page/',
  ]
  await isLate(second, addresses, seconds, [
    wallet,
    'Payouts continue to the same wallet as before.',
    'The person who requested it can',
  ])
  await expect(second.getByRole('link', { name: 'Request the wallet again' })).toHaveCount(0)
  await second.context().close()
  await isLate(page, addresses, owners, [
    wallet,
    'Payouts continue to the same wallet as before.',
    'You can request it again',
  ])
  await isRefused(page, seconds)

  await page.getByRole('link', { name: 'Request the wallet again' }).click()
  await expect(changes.getByRole('listitem').filter({ hasText: wallet })).toContainText(/in time|expired/i, {
    timeout: settings.patience,
  })
  const another = someWallet()
  await ask(another)
  await page.goto(await mailed(mailbox, artist.email, another, 'approve-payout-wallet-update'))
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('status')).toContainText('Rejected')
})
