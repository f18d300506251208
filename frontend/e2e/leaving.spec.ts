import type { Locator, Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { becomeBuyer, buyByCard, expect, test, workFor } from './fixtures'
import { linkIn } from './mailbox'
import { settings } from './settings'
import { violations } from './whole'

test(
  'a collector withdraws everything: the works that go and stay, one approval, a status for each, one email',
  { tag: '@all' },
  async ({ page, mailbox }, info) => {
    test.setTimeout(6 * settings.patience)
    const to = privateKeyToAddress(generatePrivateKey())
    const works = [await workFor(5), await workFor(6), await workFor(9)]
    const { email } = await becomeBuyer(page, mailbox)
    for (const work of works) await buyByCard(page, work)
    const both = async (name: string, part?: Locator) => {
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await part?.scrollIntoViewIfNeeded()
        await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width)
        await page.screenshot({ path: info.outputPath(`${name}-${width}.png`) })
        expect(await violations(page)).toEqual([])
      }
    }
    const ask = async (page: Page, name = to) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Wallet address').fill(name)
      await dialog.getByRole('button', { name: 'Request withdrawal' }).click()
    }

    // One of the three is withdrawn alone first: it stays out of the request.
    await page.goto('/en/profile/collection/')
    for (const work of works)
      await expect(
        page
          .getByRole('article')
          .filter({ hasText: work.title })
          .getByRole('button', { name: 'Withdraw', exact: true }),
      ).toBeEnabled({ timeout: settings.patience })
    const alone = page.getByRole('article').filter({ hasText: works[2]!.title })
    await alone.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await ask(page)
    await expect(alone).toContainText('Waiting for your approval')

    const section = page.getByRole('region', { name: 'Withdraw everything' })
    await expect(section).toContainText('Send the 2 works')
    await both('collection', section.getByRole('button'))
    await section.getByRole('button', { name: 'Withdraw everything' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAccessibleName('Send 2 works to your wallet')
    await dialog.getByText('2 works to send').click()
    for (const work of works.slice(0, 2)) await expect(dialog).toContainText(work.title)
    await dialog.getByText('1 work that stays').click()
    await expect(dialog.getByRole('listitem').filter({ hasText: works[2]!.title })).toContainText(
      'already in progress',
    )
    await ask(page, '0x123')
    await expect(dialog.getByRole('alert')).toContainText('40 characters')
    await both('dialog')
    await ask(page)
    await expect(dialog).toHaveAccessibleName('Withdrawal requested')
    await both('requested')
    await dialog.getByRole('button', { name: 'Close' }).click()
    for (const work of works)
      await expect(page.getByRole('article').filter({ hasText: work.title })).toContainText(
        'Waiting for your approval',
      )

    // Cancelled together, while the other withdrawal continues, and requested again.
    await page.goto('/en/profile/withdrawals/')
    await page.getByRole('button', { name: 'Cancel all 2 requested together' }).click()
    await expect(page.getByText('Cancelled. The token is still in our vault.')).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toHaveCount(1)
    const requests = page.getByRole('region', { name: 'Your requests' })
    await expect(requests.getByRole('heading', { name: 'Send 2 works' })).toHaveCount(0, {
      timeout: settings.patience,
    })
    await expect(requests.getByRole('heading', { name: works[2]!.title })).toBeVisible()
    await page.goto('/en/profile/collection/')
    await section.getByRole('button', { name: 'Withdraw everything' }).click()
    await ask(page)
    await expect(dialog).toHaveAccessibleName('Withdrawal requested')

    let link = ''
    const mails = () => mailbox.waitFor(email, /Approve your withdrawal: 2 works/)
    await expect
      .poll(async () => {
        link = linkIn(await mails(), /approve-token-withdrawal\/?#/)
        await page.goto('/en/')
        await page.goto(link)
        return page.getByRole('button', { name: 'Approve' }).isVisible()
      })
      .toBe(true)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Send 2 works to wallet')
    await expect(page.getByRole('list', { name: 'Works' }).getByRole('listitem')).toHaveCount(2)
    for (const text of [to, works[0]!.title, works[1]!.title])
      await expect(page.getByRole('main')).toContainText(text)
    await both('approval')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('status')).toContainText('Each work will be sent')
    await expect(page.getByRole('status')).toBeInViewport()
    await both('approved')

    await page.goto('/en/profile/withdrawals/')
    await expect(page.getByText('Confirmed: the token is in your wallet.')).toHaveCount(2, {
      timeout: settings.patience,
    })
    await both('withdrawals', page.getByText('Confirmed: the token is in your wallet.').last())
    const arrived = await mailbox.waitFor(email, /2 artworks are in your wallet/)
    for (const work of works.slice(0, 2)) expect(JSON.stringify(arrived)).toContain(work.title)
    await page.goto('/en/')
    await page.goto(link)
    await expect(page.getByRole('status')).toContainText('Approved and delivered', {
      timeout: settings.patience,
    })
  },
)

test(
  'works that are cancelled one by one leave the approval, and once all are cancelled the link says so',
  { tag: '@all' },
  async ({ page, mailbox }, info) => {
    test.setTimeout(5 * settings.patience)
    const to = privateKeyToAddress(generatePrivateKey())
    const works = [await workFor(5), await workFor(6)]
    const { email } = await becomeBuyer(page, mailbox)
    for (const work of works) await buyByCard(page, work)
    await page.goto('/en/profile/collection/')
    for (const work of works)
      await expect(
        page
          .getByRole('article')
          .filter({ hasText: work.title })
          .getByRole('button', { name: 'Withdraw', exact: true }),
      ).toBeEnabled({ timeout: settings.patience })
    await page
      .getByRole('region', { name: 'Withdraw everything' })
      .getByRole('button', { name: 'Withdraw everything' })
      .click()
    await page.getByRole('dialog').getByLabel('Wallet address').fill(to)
    await page.getByRole('dialog').getByRole('button', { name: 'Request withdrawal' }).click()
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Withdrawal requested')
    const link = linkIn(
      await mailbox.waitFor(email, /Approve your withdrawal: 2 works/),
      /approve-token-withdrawal\/?#/,
    )

    const cancelOne = async () => {
      await page.goto('/en/profile/withdrawals/')
      await page.getByRole('button', { name: 'Cancel withdrawal' }).first().click()
    }
    await cancelOne()
    await expect(page.getByText('Cancelled. The token is still in our vault.')).toHaveCount(1)
    await page.goto('/en/')
    await page.goto(link)
    const cancelled = page.getByRole('region', { name: 'Cancelled' })
    await expect(cancelled).toContainText('You cancelled this withdrawal.', { timeout: settings.patience })
    await expect(cancelled.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('2 works')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width)
      await page.screenshot({ path: info.outputPath(`left-${width}.png`), fullPage: true })
      expect(await violations(page)).toEqual([])
    }

    await cancelOne()
    await expect(page.getByText('Cancelled. The token is still in our vault.')).toHaveCount(2)
    await page.goto('/en/')
    await page.goto(link)
    await expect(page.getByRole('status')).toContainText('Cancelled by the person who requested it', {
      timeout: settings.patience,
    })
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: info.outputPath(`none-${width}.png`), fullPage: true })
    }
  },
)
