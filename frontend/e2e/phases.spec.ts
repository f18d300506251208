import { accessToken, claimsOf } from './api'
import { accept, becomeBuyer, cards, choose, expect, logIn, payWithCard } from './fixtures'
import { liveDrop, localTime, sound, testApart } from './phase-pages'
import { settings } from './settings'
import { visit } from './visit'

// Phases of a drop would stop the other journeys that buy its works, so this one starts a separate instance.
const test = testApart(8000)

const staff = { email: 'staff@example.org', password: 'vitrine' }

test('an allow list buys early at its price, a stranger sees why not, and then everyone may', {
  tag: '@all',
}, async ({ page, mailbox, browser, request, own }) => {
  test.setTimeout(400_000)
  const { drop, work } = await liveDrop(request)

  await becomeBuyer(page, mailbox)
  const account = claimsOf(await accessToken(page)).sub

  // Staff schedule two phases: a list that buys early, and everyone later.
  const deskContext = await browser.newContext({ baseURL: own.baseURL })
  const desk = await deskContext.newPage()
  await logIn(desk, staff)
  await visit(desk, '/en/profile/desk/')
  await desk.getByRole('link', { name: 'Phases of drops' }).click()
  await expect(desk.getByRole('heading', { name: 'Drops', exact: true })).toBeVisible()
  await sound(desk, 'desk-drops')
  await desk.getByRole('row').getByRole('link', { name: drop.title, exact: true }).click()
  await desk.waitForURL(`**/en/profile/desk/drops/${drop.id}/`)
  await expect(desk.getByText('This drop has no phases.')).toBeVisible()
  const phases = desk.getByRole('region', { name: 'Phases', exact: true })
  const check = phases.getByRole('button', { name: 'Check the schedule' })
  const phase = (n: number) => phases.getByRole('group', { name: new RegExp(`^${n}\\. `) })
  const price = (n: number) => phase(n).getByLabel(`Price of ${work.title}`, { exact: true })
  await phases.getByRole('button', { name: 'Add a phase' }).click()
  await phase(1).getByLabel('Name', { exact: true }).fill('Friends')
  await phase(1).getByLabel('Who may buy').selectOption('Accounts and wallets on a list')
  await phase(1)
    .getByLabel(/^Starts/)
    .fill(localTime(-60))
  await phase(1).getByLabel(/^Ends/).fill(localTime(3600))
  await phase(1).getByLabel('Editions per account').fill('1')
  await phase(1).getByText('Prices', { exact: true }).click()
  await price(1).fill('42')
  await phases.getByRole('button', { name: 'Add a phase' }).click()
  await phase(2)
    .getByLabel(/^Starts/)
    .fill(localTime(1800))
  await phase(2).getByText('Prices', { exact: true }).click()
  await price(2).fill('0')
  await check.click()
  await expect(phase(2).getByText('Enter a name.')).toBeVisible()
  await expect(phase(2).getByText('Enter a price above zero')).toBeVisible()
  await phase(2).getByLabel('Name', { exact: true }).fill('Everyone')
  await price(2).fill('73')
  await check.click()
  await expect(phase(2).getByText('Friends is still open then.')).toBeVisible()
  await phase(2)
    .getByLabel(/^Starts/)
    .fill(localTime(3600))
  await sound(desk, 'desk-phases-form')
  await check.click()
  await expect(phases.getByText('Save 2 phases?')).toBeVisible()
  await expect(phases).toContainText('Friends: accounts and wallets on a list')
  await phases.getByRole('button', { name: 'Save the schedule' }).click()
  await expect(desk.getByText('The schedule is saved.')).toBeFocused()

  // The list comes from a CSV file whose bad lines are reported.
  const list = desk.getByRole('region', { name: 'List of Friends' })
  await expect(list).toContainText('This list is empty')
  await list.getByRole('button', { name: 'Replace the list' }).click()
  await list.getByLabel('Choose a CSV file').setInputFiles({
    name: 'friends.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,account\nAda,${account}\nBob,0x12\n`),
  })
  await expect(list.getByLabel('Accounts and wallets')).toHaveValue(/Ada/)
  await list.getByRole('button', { name: 'Check the list' }).click()
  await expect(list).toContainText('1 entry is fine')
  await expect(list).toContainText('Line 3')
  await sound(desk, 'desk-list')
  await list.getByRole('button', { name: 'Save 1 entry' }).click()
  await expect(desk.getByText('The list of Friends has 1 entry.')).toBeVisible()
  await expect(desk.getByRole('region', { name: 'History' })).toContainText('Replaced a list: Friends')

  // Visitors see the phases before they open, and the current price on every card.
  const strangerContext = await browser.newContext({ baseURL: own.baseURL })
  const stranger = await strangerContext.newPage()
  await visit(stranger, `/en/drops/${drop.slug}/`)
  const first = stranger.getByRole('listitem', { name: 'Friends' })
  await expect(first).toContainText('Open now')
  await expect(first).toContainText('Invited accounts')
  await expect(first.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(stranger.getByRole('listitem', { name: 'Everyone' })).toContainText('Upcoming')
  const card = stranger
    .getByRole('article')
    .filter({ has: stranger.getByRole('link', { name: work.title, exact: true }) })
  await expect(card.first()).toContainText('$42')
  await sound(stranger, 'drop-stranger')

  // The listed account buys at its price.
  await visit(page, `/en/drops/${drop.slug}/`)
  await expect(page.getByRole('listitem', { name: 'Friends' })).toContainText(
    'You can buy here · 1 of 1 left',
  )
  await visit(page, `/en/artworks/${work.slug}/`)
  await expect(page.getByText('You can buy here · 1 of 1 left')).toBeVisible()
  await expect(page.getByText('$42', { exact: true }).first()).toBeVisible()
  await sound(page, 'artwork-listed')
  await page.getByRole('link', { name: 'Buy', exact: true }).first().click()
  await page.waitForURL(`**/artworks/${work.slug}/checkout/`)
  await expect(page.locator('#total')).toContainText('$42')
  await accept(page)
  await choose(page, 'Card')
  await expect(page.getByRole('button', { name: 'Pay by card' })).toContainText('$42')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await expect(page.getByText(/\b42\b/).first()).toBeVisible()
  await payWithCard(page, cards.good)
  await page.waitForURL(`**/artworks/${work.slug}/checkout/success/**`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
    timeout: settings.patience,
  })
  await visit(page, `/en/drops/${drop.slug}/`)
  await expect(page.getByRole('listitem', { name: 'Friends' })).toContainText('You have all 1')

  // Others see why they can't buy and when they can, on the page of the work and at the checkout.
  await becomeBuyer(stranger, mailbox)
  await visit(stranger, `/en/artworks/${work.slug}/`)
  await expect(stranger.getByText('yours isn’t on the list').first()).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'Buy', exact: true })).toHaveCount(0)
  await sound(stranger, 'artwork-stranger')
  await visit(stranger, `/en/artworks/${work.slug}/checkout/`)
  const status = stranger.getByRole('status')
  await expect(status.filter({ hasText: /yours isn’t on the list.+Everyone can buy/ })).toBeVisible()
  await expect(stranger.getByRole('checkbox', { name: /I accept/ })).toBeDisabled()
  await sound(stranger, 'checkout-stranger')

  // Staff pause and resume a phase, then bring the opening forward: the open page follows, and so does the price.
  const running = desk.getByRole('region', { name: 'Phases now' }).getByRole('listitem', { name: 'Friends' })
  await running.getByRole('button', { name: 'Pause Friends' }).click()
  await running.getByLabel('Why').fill('A look at the list.')
  await running.getByRole('button', { name: 'Pause Friends' }).click()
  await expect(desk.getByText('Friends is paused.')).toBeVisible()
  await expect(status.filter({ hasText: 'We’ve paused the sale' })).toBeVisible({ timeout: 40_000 })
  await running.getByRole('button', { name: 'Resume Friends' }).click()
  await running.getByRole('button', { name: 'Resume Friends' }).click()
  await expect(desk.getByText('Friends sells again.')).toBeVisible()
  const soon = localTime(8)
  await phase(1).getByLabel(/^Ends/).fill(soon)
  await phase(2)
    .getByLabel(/^Starts/)
    .fill(soon)
  await check.click()
  await phases.getByRole('button', { name: 'Save the schedule' }).click()
  await expect(desk.getByText('The schedule is saved.')).toBeVisible()
  await sound(desk, 'desk-phases')
  await expect(stranger.locator('#total')).toContainText('$73', { timeout: 40_000 })
  await expect(stranger.getByRole('checkbox', { name: /I accept/ })).toBeEnabled()
  await accept(stranger)
  await expect(stranger.getByRole('button', { name: 'Pay by card' })).toContainText('$73')
  await strangerContext.close()
  await deskContext.close()
})
