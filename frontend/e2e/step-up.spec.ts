import type { Locator, Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { accessToken, call, type Person } from './api'
import { test as base, becomeBuyer, buyByCard, expect, logIn, newPerson, workFor } from './fixtures'
import { type Instance, startInstance } from './instance'
import { linkIn } from './mailbox'
import { settings } from './settings'
import { installWallet, walletName } from './wallet'

/** Seconds after which a login is no longer recent: long enough to log in and continue on a busy machine. */
const recent = 20

const test = base.extend<object, { recently: string; strict: Instance }>({
  recently: [`${recent}s`, { option: true, scope: 'worker' }],
  strict: [
    async ({ recently }, use) => {
      const instance = await startInstance(settings.offset + 6000, { STEP_UP_WINDOW: recently })
      await use(instance)
      await instance.stop()
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  baseURL: async ({ strict }, use) => use(strict.baseURL),
  mailboxURL: async ({ strict }, use) => use(strict.mailboxURL),
})

/** Waits until the last login is too old, as the server's list of sessions says. */
async function later(page: Page) {
  const token = await accessToken(page)
  const age = async () => {
    const { items } = await call<{ items: { current: boolean; createdAt: string }[] }>(
      page.request,
      token,
      'GET',
      '/api/auth/sessions',
    )
    return Date.now() - Date.parse(items.find(({ current }) => current)!.createdAt)
  }
  await expect.poll(age, { timeout: 2 * recent * 1000 }).toBeGreaterThan((recent + 1) * 1000)
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

/** Logs in again in the tab that the dialog opens. */
async function confirm(page: Page, person: Person) {
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    question(page).getByRole('link', { name: 'Log in again' }).click(),
  ])
  await tab.getByLabel('Email').fill(person.email)
  await tab.getByLabel('Password').fill(person.password)
  await tab.getByRole('button', { name: 'Log in' }).click()
  await expect(tab.getByText('Thanks, we know it’s you')).toBeVisible()
  await tab.close()
  await expect(question(page)).toHaveCount(0)
}

test('a withdrawal and its approval after an old login: each asks for a login and continues', {
  tag: '@all',
}, async ({ page, mailbox, strict }) => {
  test.setTimeout(300_000)
  const to = privateKeyToAddress(generatePrivateKey())
  const work = await workFor(5, strict.baseURL)
  const person = await becomeBuyer(page, mailbox)
  await buyByCard(page, work)
  await page.goto('/en/profile/collection/')
  const token = page.getByRole('article').filter({ hasText: work.title })
  const withdraw = token.getByRole('button', { name: 'Withdraw', exact: true })
  await expect(withdraw).toBeEnabled({ timeout: settings.patience })
  await later(page)
  await withdraw.click()
  await page.getByLabel('Wallet address').fill(to)
  await page.getByRole('button', { name: 'Request withdrawal' }).click()
  await expect(question(page)).toBeVisible()
  // Closing the dialog keeps the input, and says what is needed.
  await question(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alert')).toContainText('confirm it')
  await expect(page.getByLabel('Wallet address')).toHaveValue(to)
  await page.getByRole('button', { name: 'Request withdrawal' }).click()
  await confirm(page, person)
  await expect(token).toContainText('Waiting for your approval')

  const link = linkIn(
    await mailbox.waitFor(person.email, /approve-token-withdrawal/),
    /approve-token-withdrawal\/?#/,
  )
  await page.goto('/en/')
  await page.goto(link)
  await expect(page.getByRole('main')).toContainText(to)
  await later(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await confirm(page, person)
  await expect(page.getByRole('status')).toContainText('Approved')
})

test('another payout wallet after an old login', { tag: '@all' }, async ({ page }) => {
  const artist = { email: 'artist@example.org', password: 'vitrine' }
  await logIn(page, artist)
  await page.goto('/en/profile/payout-wallet/')
  const field = page.getByLabel('Wallet address')
  const to = privateKeyToAddress(generatePrivateKey())
  await field.fill(to)
  await later(page)
  await page.getByRole('button', { name: 'Request this wallet' }).click()
  await expect(question(page)).toBeVisible()
  await expect(field).toHaveValue(to)
  await confirm(page, artist)
  await expect(page.getByText('A change is in progress')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(to)
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(page.getByText('A change is in progress')).toHaveCount(0)
})

/** Logs in with the page's wallet, which creates an account without an email address. */
async function signIn(page: Page) {
  await page.goto('/en/login/')
  await page.getByRole('button', { name: 'Sign in with Ethereum' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await page.waitForURL((url) => url.pathname === '/en/profile/collection/')
}

const byWallet = (page: Page) => question(page).getByRole('button', { name: 'Confirm with your wallet' })

/** Signs with the wallet in the dialog that is open. */
async function confirmByWallet(page: Page) {
  await byWallet(page).click()
  await page.getByRole('button', { name: walletName }).click()
  await expect(question(page)).toHaveCount(0)
}

/** The action opens the dialog, and the dialog the list of wallets. Both are closed, and `next` is offered, which is the action unless named. */
async function asks(page: Page, action: Locator, next = action) {
  await action.click()
  await byWallet(page).click()
  await expect(page.getByRole('button', { name: walletName })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(byWallet(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Close' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(next).toBeEnabled()
}

test('an account without an address confirms with its wallet on every page that needs it', {
  tag: '@all',
}, async ({ page, strict, browser }) => {
  test.setTimeout(4 * settings.patience)
  const wallet = await installWallet(page, { chainURL: strict.chainURL, funded: false })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await signIn(page)
  await page.goto('/en/profile/')
  await page.getByLabel('First name').fill('Wanda')
  await page.getByLabel('Last name').fill('Wallet')
  await page.getByLabel('Email').fill(newPerson().email)
  await button('Save').click()
  await expect(page.getByText('Saved.')).toBeVisible()
  const [work, present] = [await workFor(5, strict.baseURL), await workFor(6, strict.baseURL)]
  await buyByCard(page, work)
  const { id: gift } = await buyByCard(page, present, { email: newPerson().email })
  // A second session, to be ended.
  const elsewhere = await (await browser.newContext()).newPage()
  await installWallet(elsewhere, { chainURL: strict.chainURL, funded: false, key: wallet.key })
  await signIn(elsewhere)
  await later(page)

  await page.goto('/en/profile/collection/')
  const token = page.getByRole('article').filter({ hasText: work.title })
  await token.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByLabel('Wallet address').fill(wallet.address)
  await asks(page, button('Request withdrawal'))
  await expect(page.getByLabel('Wallet address')).toHaveValue(wallet.address)

  await page.goto(`/en/profile/orders/${gift}/`)
  await button('Send the email again').click()
  await asks(page, button('Send'))

  await page.goto('/en/profile/wallets/')
  await asks(page, button(`Unlink ${wallet.address}`))
  await button('Link a wallet').click()
  await asks(page, button(walletName), button('Link a wallet'))

  await page.goto('/en/profile/security/')
  await asks(page, button(/^End session: /))
  await asks(page, button('End all other sessions'))
  await asks(page, button('Request your data'))
  await button('Delete this account…').click()
  await asks(page, button('Yes, delete my account'))
  await page.goto('/en/profile/')
  await page.getByLabel('Email').fill(newPerson().email)
  await asks(page, button('Save'))

  // The page of an emailed link, here with a request that the server doesn't know.
  const pending = {
    kind: 'token_withdrawal',
    status: 'pending',
    summary: 'Send Tide',
    details: [],
    expiresAt: '2099-01-01T00:00:00Z',
    asks: 'owner',
    waitsFor: 'owner',
    works: [{ title: 'Tide', artistName: 'Ada', editionNumber: 1, editionSize: 5, imageUrl: '' }],
    cancelledWorks: [],
  }
  await page.route('**/api/approvals/link', (route) => route.fulfill({ json: pending }))
  await page.goto(`/en/approve-token-withdrawal/#${'a'.repeat(43)}`)
  await asks(page, button('Approve'))
  await button('Approve').click()
  await confirmByWallet(page)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(button('Approve')).toBeEnabled()

  // After a confirmation the action continues, also above another dialog, and so does the wallet's own approval.
  await page.goto('/en/profile/collection/')
  await later(page)
  await token.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByLabel('Wallet address').fill(wallet.address)
  await button('Request withdrawal').click()
  await confirmByWallet(page)
  const request = page.getByRole('region', { name: 'Waiting for your signature' })
  await expect(request).toContainText(work.title)
  await later(page)
  await request.getByRole('button', { name: 'Approve with your wallet' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await confirmByWallet(page)
  await expect(request).toHaveCount(0)
  await elsewhere.context().close()
})

test('an editor with an old login: a draft is saved, and what visitors see asks for a login and continues', {
  tag: '@all',
}, async ({ page }) => {
  test.setTimeout(240_000)
  const editor = { email: 'content@example.org', password: 'vitrine' }
  await logIn(page, editor)
  await page.goto('/en/profile/desk/content/posts/?status=DRAFT')
  const posts = page.getByRole('region', { name: 'Posts found' })
  await expect(posts.getByRole('listitem').first()).toContainText('Not published')
  await posts.getByRole('link').first().click()
  await expect(page.getByText('Not published: visitors')).toBeVisible()
  const summary = page.getByRole('textbox', { name: 'Summary' })
  const before = await summary.inputValue()
  const save = page.getByRole('button', { name: 'Save changes' })
  await later(page)

  // Nobody sees a draft, so an editor isn't interrupted.
  await summary.fill(`${before} In ink.`)
  await save.click()
  const saved = page.getByText('Saved.', { exact: true })
  await expect(saved).toBeVisible()
  await expect(question(page)).toHaveCount(0)

  const publishing = page.getByRole('region', { name: 'On the site' })
  await publishing.getByRole('button', { name: 'Publish' }).click()
  await publishing.getByRole('button', { name: /^Publish the/ }).click()
  await confirm(page, editor)
  await expect(page.getByText('Published.', { exact: true }).first()).toBeVisible()

  // Visitors see it from its date on. Closing the dialog keeps the input and says what is needed.
  await later(page)
  await summary.fill(`${before} In oil.`)
  await save.click()
  await expect(question(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('log in again to confirm it’s you')).toBeVisible()
  await expect(summary).toHaveValue(`${before} In oil.`)
  await save.click()
  await confirm(page, editor)
  await expect(saved).toBeVisible()
  await expect(summary).toHaveValue(`${before} In oil.`)
})
