import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
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

export interface Person {
  email: string
  password: string
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

/**
 * Sends the form of the identity provider as a request and opens the page that the login leads to. Most journeys only need the session; the
 * functions that end in OnPages also load the pages on the way to it.
 */
async function sendForm(
  page: Page,
  screen: 'login' | 'register',
  back: string,
  form: Record<string, string>,
) {
  const { request } = page.context()
  const shown = await request.get(`/api/auth/login?redirect=${encodeURIComponent(back)}&screen=${screen}`)
  const id = /name="request" value="([^"]+)"/.exec(await shown.text())?.[1]
  if (!id) throw new Error(`The identity provider shows no form at ${shown.url()}: ${shown.status()}`)
  const sent = await request.post(new URL(`/${screen}`, shown.url()).href, {
    form: { request: id, ...form },
    maxRedirects: 0,
  })
  const next = sent.headers().location
  if (!next) throw new Error(`The identity provider refused the form: ${sent.status()}`)
  await page.goto(new URL(next, shown.url()).href)
}

/** Registers at the identity provider and returns logged in; the address is not verified yet. */
export async function register(page: Page, person: Person) {
  await sendForm(page, 'register', '/en/profile/', { ...person })
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

/** Logs in at the identity provider. */
export async function logIn(page: Page, person: Person) {
  await sendForm(page, 'login', '/en/profile/collection/', { ...person })
  await page.waitForURL((url) => url.pathname === '/en/profile/collection/')
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

/** The access token of the person who is logged in on the page. */
export const accessToken = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('vitrine.auth')!).state.accessToken as string)

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

/** Register, verify, complete: a person who may buy. */
export async function becomeBuyer(page: Page, mailbox: Mailbox): Promise<Person> {
  const person = newPerson()
  await register(page, person)
  await verify(page, mailbox, person)
  await completeProfile(page)
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

export const cards = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002' }

/** Buys a work by card and waits for thanks. */
export async function buyByCard(page: Page, work: Work) {
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

interface Fixtures {
  mailboxURL: string
  mailbox: Mailbox
  wallet: JourneyWallet
}

export const test = base.extend<Fixtures>({
  mailboxURL: [settings.mailboxURL, { option: true }],
  mailbox: async ({ mailboxURL }, use) => use(new Mailbox(mailboxURL)),
  wallet: async ({ page }, use) => use(await installWallet(page)),
})

export { expect } from '@playwright/test'
