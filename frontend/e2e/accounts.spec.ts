import { becomeBuyer, expect, logIn, logInOnPages, test } from './fixtures'
import { settings } from './settings'
import { sound } from './sound'

const admin = { email: 'admin@example.org', password: 'vitrine' }
const support = { email: 'support@example.org', password: 'vitrine' }
const finance = { email: 'finance@example.org', password: 'vitrine' }

test('staff find an account, end its session, block it and unblock it', { tag: '@all' }, async ({
  page,
  mailbox,
  browser,
}) => {
  test.setTimeout(300_000)
  const person = await becomeBuyer(page, mailbox)
  const context = await browser.newContext()
  const desk = await context.newPage()
  await logIn(desk, admin)

  // The part of the desk that this role can open, found by the start of its address.
  await desk.goto('/en/profile/desk/')
  await expect(desk.getByRole('heading', { name: 'Accounts' })).toBeVisible()
  const search = desk.getByRole('searchbox', { name: 'Email, name, account or wallet' })
  await search.fill('nobody-has-this-name')
  await search.press('Enter')
  await expect(desk.getByText('No accounts found.')).toBeVisible()
  await search.fill(person.email.slice(0, 12))
  await desk.getByRole('button', { name: 'Find' }).click()
  await expect(desk.getByText('1 account', { exact: true })).toBeVisible()
  await expect(desk.getByRole('row').filter({ hasText: person.email })).toContainText('Ada Lovelace')
  await sound(desk)
  await desk.getByRole('link', { name: person.email }).click()
  await expect(desk.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
  await expect(desk.getByText(`${person.email}, verified`)).toBeVisible()

  // A reason is required.
  const sessions = desk.getByRole('region', { name: 'Sessions' })
  await sessions.getByRole('button', { name: /^End session/ }).click()
  const form = sessions.getByRole('form', { name: /^End session/ })
  await expect(form.getByLabel('Why')).toBeFocused()
  await form.getByRole('button', { name: 'End session' }).click()
  await expect(form.getByText('Enter a reason.')).toBeVisible()
  await form.getByLabel('Why').fill('The phone was stolen')
  await sound(desk)
  await form.getByRole('button', { name: 'End session' }).click()
  await expect(desk.getByText('The session has ended.')).toBeFocused()
  await expect(sessions).toContainText('Not logged in anywhere.')
  // The other browser is logged out within 10 seconds.
  const header = page.getByRole('navigation', { name: 'Main' })
  await expect(async () => {
    await page.goto('/en/profile/orders/')
    await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 10_000 })

  await logIn(page, person)
  await desk.getByRole('button', { name: 'Block account' }).click()
  await desk.getByLabel('Why').fill('Chargebacks of three orders')
  await desk
    .getByRole('form', { name: 'Block account' })
    .getByRole('button', { name: 'Block account' })
    .click()
  await expect(desk.getByText('This account is blocked')).toBeVisible()
  await expect(desk.getByRole('region', { name: 'What staff did' })).toContainText(
    'Chargebacks of three orders',
  )
  await expect(sessions).toContainText('Not logged in anywhere.')
  await sound(desk)

  // The login is refused with a plain sentence.
  await page.goto('/en/login/')
  await page.getByRole('link', { name: 'Log in with email' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('This account is blocked, so you can’t log in.')).toBeVisible()

  await desk.getByRole('button', { name: 'Unblock account' }).click()
  await desk.getByLabel('Why').fill('The bank agreed')
  await desk
    .getByRole('form', { name: 'Unblock account' })
    .getByRole('button', { name: 'Unblock account' })
    .click()
  await expect(desk.getByText('The account is no longer blocked.')).toBeVisible()
  await logInOnPages(page, person)
  await context.close()
})

test('each role sees its part of the accounts and approvals', { tag: '@all' }, async ({ browser }) => {
  test.setTimeout(180_000)
  for (const [who, parts, verifies] of [
    [support, ['Orders', 'Accounts', 'Approvals', 'Search'], false],
    [finance, ['Orders', 'Phases of drops', 'Approvals', 'Movements', 'Search'], true],
  ] as const) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await logIn(page, who)
    await page.goto('/en/profile/desk/approvals/')
    const navigation = page.getByRole('navigation', { name: 'Desk' })
    await expect(navigation.getByRole('link')).toHaveText([...parts])
    await expect(page.getByRole('heading', { name: 'Approvals', level: 2 })).toBeVisible()
    await page.getByRole('button', { name: 'Withdrawals', exact: true }).click()
    await expect(page).toHaveURL(/kind=token_withdrawal/)
    await expect(page.getByText(/^(\d+ requests?|No requests found\.)$/)).toBeVisible()
    const verify = page.getByRole('button', { name: 'Verify the log' })
    await expect(verify).toHaveCount(verifies ? 1 : 0)
    if (verifies) {
      await verify.click()
      await expect(
        page.getByText(/^(All \d+ entries of \d+ requests match their hashes|The log has no entries yet)\.$/),
      ).toBeVisible()
    }
    await sound(page)
    await page.goto('/en/profile/desk/accounts/')
    if (verifies) await expect(page.getByText('Your role doesn’t have access to this page.')).toBeVisible()
    else await expect(page.getByRole('searchbox', { name: 'Email, name, account or wallet' })).toBeVisible()
    await context.close()
  }
  expect((await fetch(`${settings.baseURL}/api/desk/accounts`)).status).toBe(401)
})

test('one search finds accounts, orders and content, each for the roles that may see it', {
  tag: '@all',
}, async ({ browser }) => {
  test.setTimeout(180_000)
  const context = await browser.newContext()
  const page = await context.newPage()
  await logIn(page, { email: 'staff@example.org', password: 'vitrine' })
  await page.goto('/en/profile/desk/search/')
  const field = page.getByRole('searchbox')
  await field.fill('collector@example.org')
  await field.press('Enter')
  await expect(page).toHaveURL(/search=collector/)
  for (const name of ['Orders', 'Accounts', 'Approvals', 'Artworks', 'Artists', 'Drops'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  const found = page.getByRole('region', { name: 'Accounts', exact: true }).getByRole('link').first()
  await expect(page.getByRole('region', { name: 'Artworks', exact: true })).toContainText('None found.')
  await sound(page)
  // The account exists once its owner has logged in.
  await field.fill('staff@example.org')
  await field.press('Enter')
  await expect(found).toHaveText('staff@example.org')
  await expect(field).toBeFocused()
  await field.press('ArrowDown')
  await expect(page.locator('[data-hit]').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field).toBeFocused()
  await context.close()
})
