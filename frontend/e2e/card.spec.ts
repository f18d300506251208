import { readFileSync } from 'node:fs'
import {
  accept,
  becomeBuyer,
  buyByCard,
  cards,
  choose,
  completeProfile,
  expect,
  newPerson,
  openCheckout,
  payWithCard,
  register,
  test,
  verify,
  workFor,
} from './fixtures'
import { settings } from './settings'

test('a newcomer buys by card, from the first look to the collection', async ({ page, mailbox }) => {
  const work = await workFor(0)
  const person = newPerson()

  await openCheckout(page, work)
  await expect(page.getByRole('status')).toContainText('Log in to go on')
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeDisabled()
  await register(page, person)

  await page.goto(`/en/artworks/${work.slug}/checkout/`)
  await expect(page.getByRole('status')).toContainText('Verify your email address')
  await verify(page, mailbox, person)
  // The page notices by itself that the address was verified in another tab.
  await expect(page.getByRole('status')).toContainText('Complete your profile', { timeout: 30_000 })
  await completeProfile(page)
  await page.getByRole('link', { name: 'Back to the checkout' }).click()

  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeDisabled()
  await accept(page)
  await choose(page, 'Card')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await payWithCard(page, cards.good)

  await page.waitForURL(`**/artworks/${work.slug}/checkout/success/**`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
    timeout: settings.patience,
  })
  const link = page.getByRole('link', { name: 'Download receipt' })
  await expect(link).toBeVisible({ timeout: settings.patience })
  const [receipt] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(
    readFileSync(await receipt.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await expect(page.getByRole('status')).toContainText('in your collection', { timeout: settings.patience })

  await page.getByRole('link', { name: 'Your collection' }).click()
  const token = page.getByRole('article').filter({ hasText: work.title })
  await expect(token.getByRole('button', { name: 'Withdraw', exact: true })).toBeEnabled({
    timeout: settings.patience,
  })
  const [certificate] = await Promise.all([
    page.waitForEvent('download'),
    token.getByRole('link', { name: 'Certificate' }).click(),
  ])
  expect(
    readFileSync(await certificate.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('a declined card charges nothing, and another card pays', async ({ page, mailbox }) => {
  const work = await workFor(1)
  await becomeBuyer(page, mailbox)
  await openCheckout(page, work)
  await accept(page)
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await payWithCard(page, cards.declined)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('link', { name: /without paying/ }).click()

  await page.waitForURL(`**/artworks/${work.slug}/checkout/**`)
  await expect(page.getByRole('status')).toContainText(
    'Your bank declined the card. Nothing was charged. Try another card or pay with ether.',
    { timeout: 30_000 },
  )
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await payWithCard(page, cards.good)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
    timeout: settings.patience,
  })
})

test('a closed tab loses nothing: the hold goes on, and can be given back', async ({
  page,
  mailbox,
  context,
}) => {
  const work = await workFor(2)
  await becomeBuyer(page, mailbox)
  await openCheckout(page, work)
  await accept(page)
  await page.close()

  const again = await context.newPage()
  await again.goto(`/en/artworks/${work.slug}/checkout/`)
  await expect(again.getByRole('status')).toContainText('Held for you until')
  await expect(again.getByRole('button', { name: 'Pay by card' })).toBeEnabled()
  await again.getByRole('button', { name: 'Cancel and give the edition back' }).click()
  await expect(again.getByRole('status')).toContainText('Cancelled')
  await expect(again.getByRole('button', { name: 'Pay by card' })).toBeDisabled()
})

test('a logout forgets the person and keeps what is nobody’s', async ({ page, mailbox }) => {
  const work = await workFor(3)
  await becomeBuyer(page, mailbox)
  await buyByCard(page, work)
  await page.goto('/en/profile/')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log in' }),
  ).toBeVisible()
  const personal = ['auth', 'profile', 'identityUser', 'pendingCheckout', 'tokens'].map(
    (store) => `vitrine.${store}`,
  )
  const left = await page.evaluate(() => Object.keys(localStorage))
  expect(left.filter((key) => personal.includes(key))).toEqual([])
})
