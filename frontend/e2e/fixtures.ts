import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { accessToken, call, claimsOf, keepSession, type Person, sendForm, startSession, until } from './api'
import { linkIn, Mailbox } from './mailbox'
import { settings } from './settings'
import { installWallet, type JourneyWallet } from './wallet'

export interface Work {
  id: string
  slug: string
  title: string
  editionsAvailable: number
}

/** Works with one edition that can be bought. Journeys run at the same time, so each takes another one. */
export async function uniqueWorks(
  request: APIRequestContext,
): Promise<Pick<Work, 'id' | 'slug' | 'title'>[]> {
  const query = `{ artworks(filter: {availability: [AVAILABLE], editionSize: {min: 1, max: 1}, purchasePrice: {min: 1}}) {
    items { id slug title } } }`
  const response = await request.post('/graphql', { data: { query } })
  return (await response.json()).data.artworks.items
}

const password = 'Quiet-room-7'

/** A person without an account. */
export const newPerson = (): Person => ({
  email: `ada.${crypto.randomUUID().slice(0, 12)}@example.org`,
  password,
})

const query = `query { artworks(filter: {availability: [AVAILABLE], editionSize: {min: 5}, purchasePrice: {min: 1, max: 500000}}, sort: OLDEST) {
  items { id slug title editionsAvailable } } }`

/** A work with several free editions; each journey passes its own number, so that they do not share one. */
export async function workFor(journey: number, baseURL = settings.baseURL): Promise<Work> {
  const response = await fetch(`${baseURL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data } = (await response.json()) as { data: { artworks: { items: Work[] } } }
  const { items } = data.artworks
  if (items.length === 0) throw new Error('The gallery offers no work with several editions')
  return items[journey % items.length]!
}

/** Registers at the identity provider; the address is not verified yet. Loads no page of the site. */
export const register = async (page: Page, person: Person) =>
  keepSession(page, await startSession(page.context().request, 'register', person))

/** Logs in at the identity provider. Loads no page of the site. */
export const logIn = async (page: Page, person: Person) =>
  keepSession(page, await startSession(page.context().request, 'login', person))

/**
 * Registers, and lets the site start the session: it is bound to the browser's key, other tabs notice it, and what the visitor has saved
 * becomes theirs. Ends at the profile.
 */
export async function registerInBrowser(page: Page, person: Person) {
  const { at, next } = await sendForm(page.context().request, 'register', '/en/profile/', { ...person })
  await page.goto(new URL(next, at).href)
  await page.waitForURL((url) => url.pathname === '/en/profile/')
}

/** Registers as a visitor does, on the pages of the site and of the identity provider. */
export async function registerOnPages(page: Page, person: Person) {
  await page.goto('/en/register/')
  await page.getByRole('link', { name: 'Register with email' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL((url) => url.pathname === '/en/profile/')
}

/** Logs in as a visitor does, on the pages of the site and of the identity provider. */
export async function logInOnPages(page: Page, person: Person) {
  await page.goto('/en/login/')
  await page.getByRole('link', { name: 'Log in with email' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname === '/en/profile/collection/')
}

/** Logs out in the profile and follows the provider's redirect to the home page: reads before that would be lost. */
export async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL(/\/en\/$/)
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log in' }),
  ).toBeVisible()
}

/** Verifies the address with the link of the verification mail. */
export async function verify(page: Page, mailbox: Mailbox, { email }: Person) {
  const link = new URL(linkIn(await mailbox.waitFor(email, /verify/i), /verify/))
  const response = await page
    .context()
    .request.post(link.origin + link.pathname, { form: { token: link.searchParams.get('token')! } })
  expect(await response.text()).toContain('Your email address is verified')
}

/** Opens the link of the verification mail, in a new tab, as a person would. */
export async function verifyOnPages(page: Page, mailbox: Mailbox, { email }: Person) {
  const mail = await mailbox.waitFor(email, /verify/i)
  const tab = await page.context().newPage()
  await tab.goto(linkIn(mail, /verify/))
  // A scanner that opens the link must not verify anything, so the page has a button.
  await tab.getByRole('button', { name: /Verify/ }).click()
  // A tab that is closed while its response arrives sometimes never closes in Chromium.
  await expect(tab.getByRole('heading', { name: 'Your email address is verified' })).toBeVisible()
  await tab.close()
}

export async function completeProfile(page: Page) {
  await page.goto('/en/profile/')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
}

/** A person who may buy: registered, verified, with a completed profile. Loads no page of the site. */
export async function becomeBuyer(page: Page, mailbox: Mailbox): Promise<Person> {
  const { request } = page.context()
  const person = newPerson()
  const session = await startSession(request, 'register', person)
  const token = session.accessToken
  await verify(page, mailbox, person)
  // The gallery calls the identity provider at most every few seconds.
  await until('a verified address', 30_000, async () => {
    const users = await call<{ email_verified: boolean }[]>(request, token, 'GET', '/api/auth/auth0/user')
    return users[0]?.email_verified
  })
  const ownerId = claimsOf(token).sub
  const profile = await call<{ _id: string }>(request, token, 'POST', '/api/profiles', {
    name: 'Ada',
    email: person.email,
    ownerId,
  })
  await call(request, token, 'PUT', `/api/profiles/${profile._id}`, {
    ...profile,
    firstName: 'Ada',
    lastName: 'Lovelace',
  })
  await keepSession(page, session)
  return person
}

export async function openCheckout(page: Page, work: Work) {
  await page.goto(`/en/artworks/${work.slug}/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(work.title)
  await page.getByRole('link', { name: 'Buy', exact: true }).click()
  await page.waitForURL(`**/artworks/${work.slug}/checkout/`)
}

/** Chooses a billing country unless one is chosen, and accepts the terms, which holds an edition. */
export async function accept(page: Page, country = 'DE') {
  const billing = page.getByLabel('Billing country')
  await expect(billing).toBeEnabled()
  if ((await billing.inputValue()) === '') await billing.selectOption(country)
  await page.getByRole('checkbox', { name: 'I accept the terms and conditions' }).check()
  await expect(page.getByRole('status')).toContainText('Held for you until')
}

export const choose = (page: Page, method: 'Card' | 'Ether') =>
  page.getByRole('radiogroup', { name: 'Payment method' }).getByRole('radio', { name: method }).check()

/** Fills the card provider's page. */
export async function payWithCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  /** The bank asks its owner. */
  secure: '4000 0027 6000 3184',
}

/** Buys a work by card on the pages of the site and of the provider, and waits for thanks. */
export async function buyOnPages(page: Page, work: Work) {
  await openCheckout(page, work)
  await accept(page)
  await choose(page, 'Card')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await payWithCard(page, cards.good)
  await page.waitForURL(`**/artworks/${work.slug}/checkout/success/**`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
    timeout: settings.patience,
  })
}

/** Opens the tools of a work in the collection: its documents, files and film. */
export const openTools = (scope: Page | Locator) =>
  scope.getByText('Tools', { exact: true }).first().click({ timeout: settings.patience })

interface Order {
  id: string
  status: string
  tokenId?: string
}

/** Holds an edition for the person who is logged in on the page. */
export const hold = async (page: Page, artworkId: string) =>
  call<Order>(page.context().request, await accessToken(page), 'POST', '/api/checkouts', {
    artworkId,
    termsVersion: 'journey',
  })

/**
 * Buys a work by card without loading a page: the person logged in on the page has it in their collection afterwards, unless it is a gift to
 * somebody else.
 */
export async function buyByCard(
  page: Page,
  work: Pick<Work, 'id'>,
  gift?: { email: string },
): Promise<Order> {
  const { request } = page.context()
  const token = await accessToken(page)
  const { id } = await hold(page, work.id)
  const { redirectUrl } = await call<{ redirectUrl: string }>(
    request,
    token,
    'POST',
    `/api/checkouts/${id}/card`,
    { billingCountry: 'DE', gift },
  )
  const paid = await request.post(redirectUrl, {
    form: { number: cards.good, expiry: '12/34', cvc: '123' },
    maxRedirects: 0,
  })
  if (paid.status() !== 303) throw new Error(`The card provider responded ${paid.status()}`)
  return until('a minted edition', settings.patience, async () => {
    const order = await call<Order>(request, token, 'GET', `/api/checkouts/${id}`)
    return order.status === 'completed' && order
  })
}

/**
 * In Firefox, Playwright's fill sets a field's value as a script of the page would, and React takes it for its own. Keys are what it notices.
 * All pages share a locator's methods.
 */
function fillByKeys(page: Page) {
  const locators: Locator & { byKeys?: true } = Object.getPrototypeOf(page.locator('html'))
  if (locators.byKeys) return
  locators.byKeys = true
  const { fill } = locators
  locators.fill = async function (value, options) {
    await fill.call(this, '', options)
    await this.pressSequentially(value)
  }
}

interface Fixtures {
  mailboxURL: string
  mailbox: Mailbox
  wallet: JourneyWallet
}

export const test = base.extend<Fixtures>({
  page: async ({ page, browserName }, use) => {
    if (browserName === 'firefox') fillByKeys(page)
    await use(page)
  },
  mailboxURL: [settings.mailboxURL, { option: true }],
  mailbox: async ({ mailboxURL }, use) => use(new Mailbox(mailboxURL)),
  wallet: async ({ page }, use) => use(await installWallet(page)),
})

export { expect } from '@playwright/test'
