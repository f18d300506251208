import type { Page } from '@playwright/test'
import { expect, logOut, newPerson, registerInBrowser, test } from './fixtures'
import { visit } from './visit'

const stored = (page: Page, store: string) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null')?.state ?? null, `vitrine.${store}`)
const keys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())

const token = {
  tokenId: '24000003',
  chainId: 31337,
  contract: '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35',
  artworkId: '24',
  editionNumber: 3,
  editionSize: 25,
  location: 'vault',
  owner: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
  artworkTitle: 'A work of this test',
  artworkSlug: 'a-work-of-this-test-24',
  artistName: 'Nobody',
  status: 'minted',
}
const withdrawal = {
  id: 'w1',
  tokenId: token.tokenId,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  status: 'isWithdrawalAwaitingApproval',
  chainId: 31337,
}

test('a login and a logout reach every tab; a logout removes personal data and nothing else', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto('/en/support/')
  const main = other.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Log in' })).toBeVisible()

  const person = newPerson()
  await registerInBrowser(page, person)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(main.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect.poll(() => stored(page, 'identityUser')).not.toBeNull()
  const auth = await stored(page, 'auth')
  expect(Object.keys(auth).sort()).toEqual(['accessToken', 'accessTokenExpirationTimestamp', 'refreshToken'])
  expect(auth.accessTokenExpirationTimestamp).toBeGreaterThan(Date.now())
  expect(await stored(page, 'profile')).toEqual({ profile: expect.objectContaining({ email: person.email }) })
  expect(await stored(page, 'identityUser')).toEqual({
    identityUser: { email: person.email, email_verified: false },
  })

  // The last known state of a token's withdrawal.
  await page.route('**/api/collection', (route) => route.fulfill({ json: { items: [token] } }))
  await page.route('**/api/withdrawals', (route) => route.fulfill({ json: { items: [withdrawal] } }))
  await page.goto('/en/profile/collection/')
  await expect(page.getByText('Waiting for your approval')).toBeVisible()
  await expect
    .poll(() => stored(page, 'tokens'))
    .toEqual({ tokens: [{ tokenId: token.tokenId, withdrawTokenStatus: 'isWithdrawalAwaitingApproval' }] })

  await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Decline' }).click()
  await visit(page, '/en/artworks/')
  await page.getByLabel('Sort by').selectOption('title')
  await expect(page).toHaveURL(/sort=title/)
  // The address changes first; the page stores the sort once it has rendered it.
  const sort = { storedSortQuery: 'title', storedReducedFilterSelected: false }
  await expect.poll(() => stored(page, 'artworksSort')).toEqual(sort)

  await page.goto('/en/profile/')
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await logOut(page)
  await expect(main.getByRole('link', { name: 'Log in' })).toBeVisible()
  const left = await keys(page)
  for (const store of ['auth', 'profile', 'identityUser', 'pendingCheckout', 'tokens'])
    expect(left).not.toContain(`vitrine.${store}`)
  for (const store of ['consent', 'language', 'artworksSort']) expect(left).toContain(`vitrine.${store}`)
  expect(await stored(page, 'artworksSort')).toEqual(sort)
})

test('consent applies to all tabs', { tag: '@all' }, async ({ page, context }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/en/support/')
    await expect(tab.getByRole('region', { name: 'Cookies' })).toBeVisible()
  }
  await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Accept' }).click()
  await expect(other.getByRole('region', { name: 'Cookies' })).toHaveCount(0)
  expect(await stored(other, 'consent')).toEqual({ isCookieAccepted: true })
})

test('the language is stored, and sent to the server', { tag: '@all' }, async ({ page, context }) => {
  await page.goto('/en/support/')
  await expect.poll(() => stored(page, 'language')).toEqual({ storedLanguage: 'en' })
  const kept = (await context.cookies()).find(({ name }) => name === 'lang')
  expect(kept).toMatchObject({ value: 'en', path: '/', sameSite: 'Lax' })
  const redirect = await context.request.get('/', { maxRedirects: 0 })
  expect(redirect.status()).toBe(307)
  expect(redirect.headers().location).toMatch(/\/en\/$/)
})

test('a pending checkout has its four fields and survives a reload', async ({ page, request }) => {
  const response = await request.post('/graphql', {
    data: { query: '{ artworks(filter: {availability: [AVAILABLE]}) { items { id slug } } }' },
  })
  const [work] = (await response.json()).data.artworks.items
  await page.goto(`/en/artworks/${work.slug}/checkout/`)
  await expect
    .poll(() => stored(page, 'pendingCheckout'))
    .toEqual({
      artworkId: work.id,
      artworkSlug: work.slug,
      pendingSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      status: 'loginRequired',
    })
  const before = await stored(page, 'pendingCheckout')
  await page.reload()
  await expect(page.getByRole('link', { name: 'Log in to buy' })).toBeVisible()
  expect(await stored(page, 'pendingCheckout')).toEqual(before)
})
