import type { Browser, Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import {
  accept,
  becomeBuyer,
  cards,
  choose,
  expect,
  newPerson,
  payWithCard,
  test,
  verify,
  type Work,
  workFor,
} from './fixtures'
import { linkIn } from './mailbox'
import { settings } from './settings'
import { violations } from './whole'

/** In Firefox, Playwright takes a frame that goes away for the page, and loses it. The rules are the same in all browsers. */
const noViolations = async (page: Page) => {
  if (test.info().project.name !== 'firefox') expect(await violations(page)).toEqual([])
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** A page of a size at which nothing is wider than the window. */
async function fits(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 })
  // Firefox has a scroll bar.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await noViolations(page)
}

/** Buys a work by card as a gift, and returns the path of the order's page. */
async function buyAsGift(page: Page, work: Work, to: string, message: string) {
  await page.goto(`/en/artworks/${work.slug}/checkout/`)
  await accept(page)
  await page.getByRole('checkbox', { name: 'This is a gift' }).check()
  await expect(page.getByText('To pay, enter the gift’s recipient.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeDisabled()
  await page.getByLabel('Recipient’s email').fill(to)
  await page.getByLabel('Message (optional)').fill(message)
  await fits(page, page.viewportSize()!.width)
  await choose(page, 'Card')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await payWithCard(page, cards.good)
  await page.waitForURL(`**/artworks/${work.slug}/checkout/success/**`)
  await expect(heading(page, 'Thank you')).toBeVisible({ timeout: settings.patience })
  await expect(page.getByText(`, for ${to}`)).toBeVisible()
  await expect(page.getByText('We’ve minted your gift.')).toBeVisible({ timeout: settings.patience })
  await page.getByRole('link', { name: 'Your gift' }).click()
  await expect(page.getByRole('region', { name: 'Gift' })).toContainText(
    `A gift for ${to}: waiting to be accepted.`,
    { timeout: settings.patience },
  )
  return new URL(page.url()).pathname
}

/** The width of a phone, where the pages of a gift are most often opened. */
const width = 390

const visitor = async (browser: Browser, width: number) =>
  (await browser.newContext({ viewport: { width, height: 900 } })).newPage()

test('a work is bought as a gift and accepted by its recipient', async ({ page, browser, mailbox }) => {
  test.setTimeout(7 * settings.patience)
  await page.setViewportSize({ width, height: 900 })
  const work = await workFor(22)
  await becomeBuyer(page, mailbox)
  const recipient = newPerson()
  const order = await buyAsGift(page, work, recipient.email, 'Happy birthday!\nYour Ada')
  await fits(page, width)
  await page.goto('/en/profile/collection/')
  const given = page.getByRole('article').filter({ hasText: work.title })
  await expect(given).toContainText('A gift waiting to be accepted.')
  await expect(given.getByRole('button', { name: 'Withdraw', exact: true })).toHaveCount(0)
  await noViolations(page)

  const mail = await mailbox.waitFor(recipient.email, /^A gift for you/)
  expect(mail.Text).toContain('Happy birthday!')
  expect(mail.Text).toContain(`Ada Lovelace bought ${work.title}`)
  const link = linkIn(mail, /\/en\/gift\/#/)
  const other = await visitor(browser, width)
  await other.goto(link)
  await expect(heading(other, 'A gift for you')).toBeVisible()
  await expect(other.getByRole('main')).toContainText('Happy birthday!')
  await expect(other.getByRole('main')).toContainText('From Ada Lovelace')
  await expect(other.getByRole('figure').locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  await fits(other, width)

  // The way through the registration keeps the link, although no server sees it.
  await other.getByRole('button', { name: 'Create an account' }).click()
  await other.getByRole('link', { name: 'Register with email' }).click()
  await other.getByLabel('Email').fill(recipient.email)
  await other.getByLabel('Password').fill(recipient.password)
  await other.getByRole('button', { name: 'Register' }).click()
  await other.waitForURL((url) => url.pathname === '/en/gift/')
  await other.getByRole('button', { name: 'Accept the gift' }).click()
  await expect(other.getByRole('alert')).toContainText('Verify your email address first')
  await verify(other, mailbox, recipient)
  // What the identity provider said a moment ago counts for some seconds.
  await expect(async () => {
    await other.getByRole('button', { name: 'Accept the gift' }).click()
    await expect(heading(other, 'It’s yours')).toBeFocused({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  await fits(other, width)
  await other.getByRole('link', { name: 'View your collection' }).click()
  await expect(other.getByRole('article').filter({ hasText: work.title })).toBeVisible()
  await other.goto(link)
  await expect(heading(other, 'This gift was accepted')).toBeVisible()

  await page.goto(order)
  await expect(page.getByRole('region', { name: 'Gift' })).toContainText(
    `A gift for ${recipient.email}: accepted on`,
  )
  await expect(page.getByRole('button', { name: 'Take the gift back' })).toHaveCount(0)
  await page.goto('/en/profile/collection/')
  await expect(page.getByText('Nothing hangs here yet.')).toBeVisible()
  await other.context().close()
})

test('a gift is sent to another address, and cancelled', { tag: '@all' }, async ({
  page,
  browser,
  mailbox,
}) => {
  test.setTimeout(5 * settings.patience)
  const work = await workFor(24)
  await becomeBuyer(page, mailbox)
  const wrong = newPerson().email
  const right = newPerson().email
  await buyAsGift(page, work, wrong, '')
  const gift = page.getByRole('region', { name: 'Gift' })
  const first = linkIn(await mailbox.waitFor(wrong, /^A gift for you/), /\/en\/gift\/#/)
  await gift.getByRole('button', { name: 'Send the email again' }).click()
  await gift.getByLabel('Recipient’s email').fill(right)
  await gift.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(gift).toContainText(`We’ve emailed ${right}.`)
  await noViolations(page)
  const second = linkIn(await mailbox.waitFor(right, /^A gift for you/), /\/en\/gift\/#/)
  const other = await visitor(browser, 390)
  await other.goto(first)
  await expect(heading(other, 'This link isn’t valid')).toBeVisible()
  await other.goto(second)
  await expect(heading(other, 'A gift for you')).toBeVisible()

  await gift.getByRole('button', { name: 'Take the gift back' }).click()
  await gift.getByRole('button', { name: 'Take the gift back' }).click()
  await expect(gift).toContainText('You took the gift back on')
  await other.reload()
  await expect(heading(other, 'This gift was taken back')).toBeVisible()
  await fits(other, 390)
  await page.goto('/en/profile/collection/')
  const kept = page.getByRole('article').filter({ hasText: work.title })
  await expect(kept.getByRole('button', { name: 'Withdraw', exact: true })).toBeEnabled()
  await other.context().close()
})

test('a work is bought as a gift to a wallet, which gets it without an account', {
  tag: '@all',
}, async ({ page, mailbox, request }) => {
  test.setTimeout(7 * settings.patience)
  await page.setViewportSize({ width, height: 900 })
  const work = await workFor(25)
  const buyer = await becomeBuyer(page, mailbox)
  const wallet = privateKeyToAddress(generatePrivateKey())
  await page.goto(`/en/artworks/${work.slug}/checkout/`)
  await accept(page)
  await page.getByRole('checkbox', { name: 'This is a gift' }).check()
  await page.getByRole('radio', { name: 'Send it to a wallet' }).check()
  const field = page.getByLabel('Recipient’s wallet')
  await field.fill(`${wallet.slice(0, -1)}`)
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeDisabled()
  await field.fill(wallet)
  await fits(page, width)
  await choose(page, 'Card')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await payWithCard(page, cards.good)
  await page.waitForURL(`**/artworks/${work.slug}/checkout/success/**`)
  await expect(page.getByText(`, for ${wallet}`)).toBeVisible({ timeout: settings.patience })
  await expect(page.getByText('We’ve minted your gift.')).toBeVisible({ timeout: settings.patience })
  await page.getByRole('link', { name: 'Your gift' }).click()
  await expect(page.getByRole('region', { name: 'Gift' })).toContainText(
    `A gift to the wallet ${wallet}: delivered.`,
    { timeout: settings.patience },
  )
  await fits(page, width)
  await page.goto('/en/profile/collection/')
  await expect(page.getByText('Nothing hangs here yet.')).toBeVisible()
  const mail = await mailbox.waitFor(buyer.email, /^Your gift has arrived/)
  expect(mail.Text).toContain(wallet)
  const tokens = await (await request.get(`/api/tokens?artworkId=${work.id}`)).json()
  expect(JSON.stringify(tokens)).toContain(wallet)
})
