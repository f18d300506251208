import type { Page } from '@playwright/test'
import { accept, becomeBuyer, cards, choose, expect, logIn, payWithCard } from './fixtures'
import { liveDrop, localTime, sound, testApart } from './phase-pages'
import { settings } from './settings'
import { visit } from './visit'

// An auction stops the other journeys that buy works of the drop, so this one starts a separate instance.
const test = testApart(8200)
/** Dollars of a text such as "$1,240". */
const dollars = (text: string | null) => Number(/\$([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''))

/** Buys a work by card and returns the price of the hold, in dollars. */
async function buy(page: Page, slug: string, held?: () => Promise<void>): Promise<number> {
  await visit(page, `/en/artworks/${slug}/checkout/`)
  await expect(page.getByText(/^We fix your price when we hold your edition/)).toBeVisible()
  await accept(page)
  await choose(page, 'Card')
  await expect(page.getByText(/^Your price is \$[\d,]+, whatever happens next\./)).toBeVisible()
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await payWithCard(page, cards.good)
  await page.waitForURL(`**/artworks/${slug}/checkout/success/**`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
    timeout: settings.patience,
  })
  await expect(page.getByText(/^You paid the price of/)).toBeVisible({ timeout: settings.patience })
  await held?.()
  return dollars(await page.getByText(/^You paid the price of/).textContent())
}

test('a price that falls, two buyers, and everyone pays the last price', { tag: '@all' }, async ({
  page,
  mailbox,
  browser,
  request,
  own,
}) => {
  test.setTimeout(500_000)
  const { drop, work } = await liveDrop(request)

  // Staff schedule the auction and see its steps before they save it.
  await becomeBuyer(page, mailbox)
  const deskContext = await browser.newContext({ baseURL: own.baseURL })
  const desk = await deskContext.newPage()
  await logIn(desk, { email: 'staff@example.org', password: 'vitrine' })
  await visit(desk, `/en/profile/desk/drops/${drop.id}/`)
  const phases = desk.getByRole('region', { name: 'Phases', exact: true })
  const check = phases.getByRole('button', { name: 'Check the schedule' })
  await phases.getByRole('button', { name: 'Add a phase' }).click()
  const phase = phases.getByRole('group', { name: /^1\. / })
  await phase.getByLabel('Name', { exact: true }).fill('Falling')
  await phase.getByLabel(/^Starts/).fill(localTime(-5))
  await phase.getByText('Prices', { exact: true }).click()
  await phase.getByLabel(`Price of ${work.title}`, { exact: true }).fill('2000')
  await phase.getByText(`Auction of ${work.title}`, { exact: true }).click()
  await phase.getByLabel(`Lowest price of ${work.title}`, { exact: true }).fill('2500')
  await phase.getByLabel(`Step of ${work.title}`, { exact: true }).fill('7')
  await phase.getByLabel(`Seconds between steps of ${work.title}`, { exact: true }).fill('5')
  await check.click()
  await expect(phase.getByText('Enter a price above zero and below the start.')).toBeVisible()
  await phase.getByLabel(`Lowest price of ${work.title}`, { exact: true }).fill('25')
  await check.click()
  await expect(phase.getByText('A phase with an auction needs an end.')).toBeVisible()
  await phase.getByLabel(/^Ends/).fill(localTime(3600))
  await expect(phase.getByRole('region', { name: `Prices of ${work.title}` })).toContainText('$1,993 from')
  await sound(desk, 'auction-desk-form')
  await phase.getByLabel(/^Starts/).fill(localTime(-5))
  await check.click()
  await expect(phases).toContainText('Auction from $2,000 down to $25: everyone pays the last price.')
  await phases.getByRole('button', { name: 'Save the schedule' }).click()
  await expect(desk.getByText('The schedule is saved.')).toBeVisible()

  // Visitors see the price fall, without a reload.
  await visit(page, `/en/drops/${drop.slug}/`)
  const listed = page.getByRole('listitem', { name: 'Falling' })
  await expect(listed).toContainText('Starts at $2,000 and falls by $7 every 5 seconds, down to $25.')
  await expect(listed).toContainText('Everyone pays the last price')
  await sound(page, 'auction-drop')
  await visit(page, `/en/artworks/${work.slug}/`)
  const now = page.getByText(/^Now \$/).first()
  await expect(now).toContainText(/Now \$[\d,]+\. \$[\d,]+ in 0:0\d\. Everyone pays the last price/)
  const seen = dollars(await now.textContent())
  await sound(page, 'auction-artwork')
  await expect.poll(async () => dollars(await now.textContent()), { timeout: 20_000 }).toBeLessThan(seen)

  // Two buyers, the second one later and for less.
  const first = await buy(page, work.slug, () => sound(page, 'auction-order-selling'))
  const otherContext = await browser.newContext({ baseURL: own.baseURL })
  const other = await otherContext.newPage()
  await becomeBuyer(other, mailbox)
  await visit(other, `/en/artworks/${work.slug}/checkout/`)
  await expect(other.getByText(/^We fix your price when we hold your edition/)).toBeVisible()
  await sound(other, 'auction-checkout')
  const last = await buy(other, work.slug)
  expect(last).toBeLessThan(first)

  // Staff end the phase. The differences are refunded automatically.
  await phase.getByLabel(/^Ends/).fill(localTime(0))
  await check.click()
  await phases.getByRole('button', { name: 'Save the schedule' }).click()
  await expect(desk.getByText('The schedule is saved.')).toBeVisible()
  const sum = (amount: number) => `$${amount.toLocaleString('en-US')}`
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(`The auction ended at ${sum(last)}`)).toContainText(
      `You get ${sum(first - last)} back.`,
      { timeout: 5000 },
    )
    await expect(page.getByText(`${sum(first - last)} was refunded`)).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: settings.patience })
  await sound(page, 'auction-order-settled')
  await other.reload()
  await expect(other.getByText(`The auction ended at ${sum(last)}`)).toContainText('nothing to refund')
  await visit(other, `/en/drops/${drop.slug}/`)
  await expect(other.getByRole('listitem', { name: 'Falling' })).toContainText(
    `The auction has ended. Everyone pays ${sum(last)}.`,
  )
  await sound(other, 'auction-drop-ended')
  await visit(other, '/en/profile/orders/')
  await expect(other.getByText(`The auction ended at ${sum(last)}`)).toBeVisible()
  await otherContext.close()
  await deskContext.close()
})
