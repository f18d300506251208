import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import encodeQR from 'qr'
import { claimIn } from './claim'
import {
  accept,
  becomeBuyer,
  buyByCard,
  cards,
  choose,
  completeProfile,
  expect,
  logIn,
  newPerson,
  openCheckout,
  openTools,
  payWithCard,
  registerOnPages,
  test,
  verifyOnPages,
  workFor,
} from './fixtures'
import { settings } from './settings'
import { violations } from './whole'

// Playwright doesn't see downloads in Firefox.
test('a newcomer buys by card, from the first look to the collection', { tag: '@chromium' }, async ({
  page,
  mailbox,
}) => {
  const work = await workFor(1)
  const person = newPerson()

  await openCheckout(page, work)
  await expect(page.getByRole('status')).toContainText('Log in to continue')
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeDisabled()
  await registerOnPages(page, person)

  await page.goto(`/en/artworks/${work.slug}/checkout/`)
  await expect(page.getByRole('status')).toContainText('Verify your email address')
  await verifyOnPages(page, mailbox, person)
  // The page detects automatically that the address was verified in another tab.
  await expect(page.getByRole('status')).toContainText('Complete your profile', { timeout: 30_000 })
  await completeProfile(page)
  await page.getByRole('link', { name: 'Back to the checkout' }).click()

  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeDisabled()
  // The buyer chooses the country, and missing input is listed beside the button.
  await expect(page.getByLabel('Billing country')).toHaveValue('')
  await page.getByRole('checkbox', { name: /Deliver immediately/ }).check()
  await page.getByRole('checkbox', { name: 'I accept the terms and conditions' }).check()
  await expect(page.getByText('To pay, choose your billing country.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeDisabled()
  await accept(page)
  await choose(page, 'Card')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await payWithCard(page, cards.good)

  await page.waitForURL(`**/artworks/${work.slug}/checkout/success/**`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
    timeout: settings.patience,
  })
  // Progress is a single line.
  await expect(page.getByRole('list', { name: 'Progress' })).toBeVisible()
  const link = page.getByRole('link', { name: 'Download receipt' })
  await expect(link).toBeVisible({ timeout: settings.patience })
  const [receipt] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(
    readFileSync(await receipt.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await expect(page.getByRole('status')).toContainText('in your collection', { timeout: settings.patience })
  await expect(page.getByText(/Includes .* VAT \(19%, Germany\)/)).toBeVisible()
  const [invoice] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Invoice / }).click(),
  ])
  expect(
    readFileSync(await invoice.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  await test.step('the work is unveiled: full-bleed, its name, its certificate', async () => {
    await expect(page.getByRole('main')).toContainText(new RegExp(`${work.title} \\d+/\\d+ is yours`))
    await expect(page.getByRole('list', { name: 'Progress' })).toHaveCount(0)
    await page.evaluate(() => window.scrollTo(0, 0))
    const wall = await page.locator('main > div').first().boundingBox()
    expect(wall).toMatchObject({ x: 0, width: page.viewportSize()!.width })
    await expect(page.locator('main > div').first().locator('img, video, iframe').first()).toBeInViewport()
    await expect(page.getByRole('link', { name: 'Print to frame' })).toHaveAttribute(
      'href',
      new RegExp(`^/en/artworks/${work.slug}/certificate/\\?edition=\\d+$`),
    )
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await violations(page), `${width} px`).toEqual([])
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    const mail = await mailbox.waitFor(person.email, /^In your collection/)
    expect(mail.Text).toMatch(new RegExp(`/en/artworks/${work.slug}/certificate/\\?edition=\\d+`))
  })

  await page.getByRole('link', { name: 'Your collection' }).click()
  const token = page.getByRole('article').filter({ hasText: work.title })
  await expect(token.getByRole('button', { name: 'Withdraw', exact: true })).toBeEnabled({
    timeout: settings.patience,
  })
  await openTools(token)
  const [certificate] = await Promise.all([
    page.waitForEvent('download'),
    token.getByRole('link', { name: 'Certificate' }).click(),
  ])
  const paper = readFileSync(await certificate.path())
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-')

  await page.goto('/en/verify/')
  const file = page.getByLabel('Certificate: PDF, JSON or a photo of its code')
  await file.setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: paper })
  await expect(page.getByText('The signature is genuine')).toBeVisible()
  await expect(page.getByText('our vault, for its owner')).toBeVisible()
  const claim = claimIn(paper)
  await test.step('a photo of the printed code, with a node that is unavailable and one that responds', async () => {
    const photo = {
      name: 'photo.gif',
      mimeType: 'image/gif',
      buffer: Buffer.from(encodeQR(claim, 'gif', { ecc: 'low', scale: 6 })),
    }
    await page.route('**/rpc/*', (route) =>
      route.fulfill({
        json: { jsonrpc: '2.0', id: 42, error: { code: -32002, message: 'the node does not respond' } },
      }),
    )
    await file.setInputFiles(photo)
    await expect(page.getByText('The network is unavailable')).toBeVisible()
    await expect(page.getByText('The token doesn’t exist')).toHaveCount(0)
    await page.unroute('**/rpc/*')
    await file.setInputFiles([])
    await file.setInputFiles(photo)
    await expect(page.getByText('The token exists')).toBeVisible()
    await expect(page.getByText('The signature is genuine')).toBeVisible()
  })
  await test.step('a scanned certificate: its page is a picture in a PDF', async () => {
    const gif = [...encodeQR(claim, 'gif', { ecc: 'low', scale: 6 })]
    const jpeg = await page.evaluate(async (bytes) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)]))
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      canvas.getContext('2d')!.drawImage(picture, 0, 0)
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
      return [...new Uint8Array(await blob.arrayBuffer())]
    }, gif)
    const scanned = (picture: number[]) => ({
      name: 'scan.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.concat([
        Buffer.from('%PDF-1.7\n1 0 obj\n<< /Subtype /Image /Filter /DCTDecode >>\nstream\n'),
        Buffer.from(picture),
        Buffer.from('\nendstream\nendobj\n%%EOF\n'),
      ]),
    })
    await file.setInputFiles(scanned([0xff, 0xd8, 0xff]))
    await expect(page.getByText(/can’t find the code in this picture|can’t read this picture/i)).toBeVisible()
    await file.setInputFiles(scanned(jpeg))
    await expect(page.getByText('The signature is genuine')).toBeVisible()
    await expect(page.getByText('The token exists')).toBeVisible()
  })
  const changed = claim.replace(/"editionSize":\d+/, '"editionSize":999')
  await file.setInputFiles({ name: 'claim.json', mimeType: 'application/json', buffer: Buffer.from(changed) })
  await expect(page.getByText('The signature doesn’t match')).toBeVisible()
  // The example in the chainwatcher's README is genuine, but belongs to another gallery.
  const readme = readFileSync(join(import.meta.dirname, '../../services/chainwatcher/README.md'), 'utf8')
  const [example] = /^\{"version".*$/m.exec(readme)!
  await file.setInputFiles({ name: 'claim.json', mimeType: 'application/json', buffer: Buffer.from(example) })
  await expect(page.getByText('Not signed by this gallery')).toBeVisible()
})

test('a declined card charges nothing, and another card pays after its bank has asked', async ({
  page,
  mailbox,
}) => {
  const work = await workFor(0)
  await becomeBuyer(page, mailbox)
  await openCheckout(page, work)
  await page.setViewportSize({ width: 390, height: 844 })
  const atOnce = page.getByRole('checkbox', { name: /Deliver immediately/ })
  await atOnce.check()
  await accept(page)
  await page.getByRole('button', { name: 'Pay by card' }).click()
  // The amount is on the button, and describes it.
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toHaveAccessibleDescription(
    /^\$[\d,]+(\.\d\d)?$/,
  )
  await payWithCard(page, cards.declined)
  await expect(page.getByRole('alert')).toHaveText(/Your card was declined. Nothing was charged./)
  await expect(page.getByLabel('Card number')).toHaveValue(cards.declined)
  await expect(page.getByLabel('Expiry')).toHaveValue('12 / 34')
  await page.getByRole('link', { name: /without paying/ }).click()

  await page.waitForURL(`**/artworks/${work.slug}/checkout/**`)
  await expect(page.getByRole('status')).toContainText(
    'Your bank declined the card. Nothing was charged. Try another card or pay with ether.',
    { timeout: 30_000 },
  )
  // The result is visible, also on a phone, and the buyer's choices are kept.
  await expect(page.getByRole('status')).toBeInViewport()
  await expect(atOnce).toBeChecked()
  await page.getByRole('button', { name: 'Pay by card' }).click()
  // The bank of the next card asks its owner, who refuses once.
  await payWithCard(page, cards.secure)
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert')).toContainText('Your bank did not authorize the payment.')
  await payWithCard(page, cards.secure)
  await page.getByRole('button', { name: 'Authorize' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
    timeout: settings.patience,
  })
})

test('a closed tab loses nothing: the hold continues, and can be released', async ({
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
  // The work's page links back to the hold.
  await again.goto(`/en/artworks/${work.slug}/`)
  await expect(again.getByText(/^Held for you until/)).toBeVisible()
  await again.getByRole('link', { name: 'Continue to payment' }).click()
  await again.waitForURL(`**/artworks/${work.slug}/checkout/`)
  await expect(again.getByRole('status')).toContainText('Held for you until')
  const pay = again.getByRole('button', { name: 'Pay by card' })
  await expect(pay).toBeEnabled()
  // On a phone the timer and the button stay visible, once the cookie banner is closed.
  await again.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Decline' }).click()
  await again.setViewportSize({ width: 390, height: 844 })
  await again.evaluate(() => window.scrollTo(0, 0))
  await expect(pay).toBeInViewport({ ratio: 1 })
  await expect(again.getByRole('status')).toBeInViewport({ ratio: 1 })
  await again.getByRole('button', { name: 'Cancel and release this edition' }).click()
  await expect(again.getByRole('status')).toContainText('Your order is cancelled')
  await expect(pay).toBeDisabled()
})

test('on another device the terms that were accepted count, and a declined card can be tried again', {
  tag: '@all',
}, async ({ page, browser, mailbox }) => {
  const work = await workFor(15)
  const person = await becomeBuyer(page, mailbox)
  await openCheckout(page, work)
  await accept(page)
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await payWithCard(page, cards.declined)
  await expect(page.getByRole('alert')).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await logIn(other, person)
  await other.goto(`/en/artworks/${work.slug}/checkout/`)
  await expect(other.getByRole('status')).toContainText('Your bank declined the card.', { timeout: 30_000 })
  await expect(other.getByRole('checkbox', { name: 'I accept the terms and conditions' })).toBeChecked()
  await expect(other.getByLabel('Billing country')).toHaveValue('DE')
  await other.getByRole('button', { name: 'Pay by card' }).click()
  await payWithCard(other, cards.good)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
    timeout: settings.patience,
  })
  await other.context().close()
})

test('a buyer sees the link preview of their edition', { tag: '@all' }, async ({ page, mailbox }) => {
  test.setTimeout(7 * settings.patience)
  const work = await workFor(1)
  await becomeBuyer(page, mailbox)
  const { id } = await buyByCard(page, work)
  const card = page.getByRole('link', { name: /^The link preview of/ })
  // Its picture is made in the background, after those of other works. On a new, busy instance that takes minutes.
  await expect(async () => {
    await page.goto(`/en/artworks/${work.slug}/checkout/success/?checkout=${id}`)
    await expect(card.getByRole('img')).toHaveJSProperty('naturalWidth', 1200, { timeout: 5000 })
  }).toPass({ timeout: 4 * settings.patience })
  expect(await card.getAttribute('href')).toMatch(
    new RegExp(`/artworks/${work.slug}/share\\.jpg\\?edition=\\d+$`),
  )
})
