import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, logIn, test } from './fixtures'
import { linkIn } from './mailbox'
import { settings } from './settings'
import { sound } from './sound'
import {
  acceptAndPublish,
  artist,
  loseConnection,
  openDesk,
  restoreConnection,
  saveDraft,
  submit,
  unpublish,
} from './studio-steps'

/** A picture of more than a megabyte, so that it is sent in several parts: noise doesn't compress. */
function noisyPng(side: number, seed: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = Buffer.alloc(side * (side * 3 + 1))
  let state = seed
  for (let i = 0; i < pixels.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    pixels[i] = i % (side * 3 + 1) === 0 ? 0 : state >>> 24
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const choosePicture = (page: Page, buffer: Buffer, name = 'rain.png') =>
  page.locator('input[name=picture]').setInputFiles({ name, mimeType: 'image/png', buffer })

test('an artist submits a work, staff ask for changes, accept and publish it, and a shopper sees it', async ({
  page,
  browser,
  mailbox,
}) => {
  test.setTimeout(300_000)
  const seed = Date.now() % 1_000_000
  const title = `Rain on Glass ${seed}`

  // The artist begins a work. A file that isn't a picture is rejected with an explanation.
  await page.goto('/en/profile/studio/')
  await expect(page.getByRole('link', { name: 'Log in to continue' })).toBeVisible()
  await logIn(page, artist)
  await page.goto('/en/profile/studio/')
  await expect(page.getByRole('heading', { name: 'Works on the site' })).toBeVisible()
  await page.getByRole('link', { name: 'Start a new work' }).click()
  await page.waitForURL('**/studio/new/')
  await page.getByLabel('Title').fill('Rain')
  await choosePicture(page, Buffer.from('not a picture'))
  await expect(page.getByRole('alert').filter({ hasText: "isn't a picture" })).toBeVisible()

  // The connection is lost during the upload, which continues where it was.
  const offsets = await loseConnection(page, 2)
  await choosePicture(page, noisyPng(900, seed))
  await expect(
    page.getByText('Everything is saved.').or(page.getByText('Saved.', { exact: true })),
  ).toBeVisible({
    timeout: 60_000,
  })
  expect(offsets.slice(0, 3)).toEqual(['0', '1048576', '1048576'])
  await restoreConnection(page)
  await expect(page).toHaveURL(/\/studio\/[0-9a-f-]{36}\/$/)
  const draft = page.url()
  await expect(page.getByRole('main').locator('img').first()).toBeVisible({ timeout: settings.patience })

  // What is missing is said at its field; what was typed survives a reload.
  await page.getByRole('button', { name: 'Submit the work' }).click()
  await expect(page.getByText('Choose a category.')).toBeVisible()
  await page.getByLabel('Medium and technique').fill('Plotter drawing, ink on paper')
  await page.reload()
  await expect(page.getByText('Your unsaved changes are still here')).toBeVisible()
  await expect(page.getByLabel('Medium and technique')).toHaveValue('Plotter drawing, ink on paper')
  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByLabel('Year').fill('2026')
  await page.getByLabel('Dimensions').fill('60 × 80 cm')
  await page.getByLabel('Number of editions').fill('0')
  await page.getByLabel('Text', { exact: true }).fill('Water finds its *line*.')
  await page.getByLabel('What the picture shows').fill('Grey noise, like rain on a window')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Enter a whole number from 1 to 10,000.')).toBeVisible()
  await page.getByLabel('Number of editions').fill('7')
  await saveDraft(page)
  await page.getByRole('button', { name: 'Show preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Edition of 7')
  await sound(page)
  await page.getByLabel('Comment for our team').fill('For the autumn')
  await submit(page)
  await expect(page.getByRole('button', { name: 'Save draft' })).toHaveCount(0)

  // Staff get an email and request changes.
  const toReview = await mailbox.waitFor('staff@example.org', /submitted “Rain”/)
  const desk = await openDesk(browser)
  await desk.goto('/en/profile/desk/submissions/')
  await expect(desk.getByRole('link', { name: /Rain$/ }).first()).toBeVisible()
  await sound(desk)
  await desk.goto(linkIn(toReview, /desk\/submissions\//))
  await expect(desk.getByText('For the autumn')).toBeVisible()
  await sound(desk)
  await desk.getByRole('button', { name: 'Request changes' }).click()
  await expect(desk.getByText('Say what should change.')).toBeVisible()
  await desk.getByLabel('Comment for the artist').fill('Please give it a longer title')
  await desk.getByRole('button', { name: 'Request changes' }).click()
  await expect(desk.getByText('Sent back.')).toBeVisible()

  // The artist gets an email, edits and submits again.
  const id = draft.split('/').at(-2)!
  const requested = await mailbox.waitFor(artist.email, /Please change a few things/)
  expect(linkIn(requested, /profile\/studio\//)).toContain(id)
  await page.goto(draft)
  await expect(page.getByText('Please give it a longer title')).toBeVisible()
  await page.getByLabel('Title').fill(title)
  await saveDraft(page)
  await submit(page)

  // Staff accept it, and publish the artwork on the desk.
  await desk.goto(`/en/profile/desk/submissions/${id}/`)
  await expect(desk.getByRole('heading', { level: 2, name: title })).toBeVisible()
  const artwork = await acceptAndPublish(desk, title)

  // A shopper sees it; the artist's studio counts its editions.
  const shopper = await (await browser.newContext()).newPage()
  await shopper.goto(`/en/artworks/${artwork}/`)
  await expect(shopper.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(shopper.getByRole('main')).toContainText('60 × 80 cm')
  await mailbox.waitFor(artist.email, new RegExp(`We accepted “${title}”`))
  await page.goto('/en/profile/studio/')
  await expect(
    page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: 'available of 7' }),
  ).toBeVisible()
  await unpublish(desk)
})

test('an artist changes the texts and the portrait of their page, and staff accept them', {
  tag: '@all',
}, async ({ page, browser, mailbox }) => {
  test.setTimeout(240_000)
  const seed = Date.now() % 1_000_000
  const bio = `I draw what the weather leaves behind, since day ${seed}.`
  await logIn(page, artist)
  await page.goto('/en/profile/studio/')
  await page
    .getByRole('region', { name: 'Your page' })
    .getByRole('link', { name: /Edit your page|Open/ })
    .click()
  await page.waitForURL('**/studio/page/')
  await expect(page.getByLabel('About you')).not.toHaveValue('')
  await page.getByLabel('Website').fill('example.org')
  await page.getByLabel('About you').fill(bio)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Enter an address that begins with')).toBeVisible()
  // What was typed survives a reload.
  await page.reload()
  await expect(page.getByLabel('About you')).toHaveValue(bio)
  await page.getByLabel('Website').fill(`https://example.org/${seed}`)
  await saveDraft(page)

  // A portrait, after a file that isn't a picture.
  await choosePicture(page, Buffer.from('not a picture'))
  await expect(page.getByRole('alert').filter({ hasText: "isn't a picture" })).toBeVisible()
  await choosePicture(page, noisyPng(500, seed), 'me.png')
  await expect(page.getByLabel('What the portrait shows')).toBeVisible({ timeout: settings.patience })
  await page.getByLabel('What the portrait shows').fill(`The artist at a window, day ${seed}`)
  await saveDraft(page)
  await expect(page.getByText('We’re preparing the picture')).toHaveCount(0, { timeout: settings.patience })
  await page.getByRole('button', { name: 'Show preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(bio)
  await sound(page)
  await submit(page, 'changes')

  // Staff see what changes, word by word, and accept it.
  await mailbox.waitFor('staff@example.org', /submitted changes to their page/)
  const desk = await openDesk(browser)
  await desk.goto('/en/profile/desk/submissions/')
  await desk.getByRole('link', { name: /their page$/ }).click()
  const changes = desk.getByRole('region', { name: 'What changes' })
  await expect(changes).toContainText(String(seed))
  await expect(changes.getByRole('img')).not.toHaveCount(0)
  await sound(desk)
  const artistPage = await desk.getByRole('link', { name: 'View the artist’s page' }).getAttribute('href')
  await desk.getByRole('button', { name: 'Accept the changes' }).click()
  await expect(desk.getByText('The changes are on the artist’s page.')).toBeVisible()
  await desk.getByRole('link', { name: 'All changes of this artist' }).click()
  await desk.waitForURL('**/content/artists/*/')
  await expect(desk.getByText('Accepted from the studio').first()).toBeVisible()

  // Visitors see it, and the artist gets an email.
  const shopper = await (await browser.newContext()).newPage()
  await expect(async () => {
    await shopper.goto(artistPage!)
    await expect(shopper.getByText(bio)).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await expect(shopper.getByRole('img', { name: `The artist at a window, day ${seed}` })).toBeVisible()
  await mailbox.waitFor(artist.email, /Your page is up to date/)
  await page.goto('/en/profile/studio/')
  await expect(page.getByRole('link', { name: 'Edit your page' })).toBeVisible()
  await sound(page)

  // The portrait can be removed again.
  await page.getByRole('link', { name: 'Edit your page' }).click()
  await page.waitForURL('**/studio/page/')
  const remove = page.getByRole('button', { name: 'Remove the portrait from your page' })
  await remove.click()
  await expect(page.getByText('Your portrait will be removed once')).toBeVisible()
  await page.getByRole('button', { name: 'Keep the portrait that’s on the site' }).click()
  await remove.click()
  await expect(page.getByText('Your portrait will be removed once')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Portrait' }).getByRole('img')).toHaveCount(0)
  await sound(page)
  await submit(page, 'changes')
  await desk.goto('/en/profile/desk/submissions/')
  await desk.getByRole('link', { name: /their page$/ }).click()
  await expect(changes).toContainText('The portrait will be removed from the page.')
  await sound(desk)
  await desk.getByRole('button', { name: 'Accept the changes' }).click()
  await expect(desk.getByText('The changes are on the artist’s page.')).toBeVisible()
  await expect(async () => {
    await shopper.goto(artistPage!)
    await expect(shopper.getByText(bio)).toBeVisible({ timeout: 2000 })
    await expect(shopper.getByRole('img', { name: `The artist at a window, day ${seed}` })).toHaveCount(0)
  }).toPass({ timeout: 30_000 })
})

test('an artist submits a film with one of its frames as the picture', { tag: '@all' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  const title = `Lamps at Low Tide ${Date.now() % 1_000_000}`
  // A film of the gallery, with a few more bytes that no player reads, so that it is another file.
  const film = Buffer.concat([
    readFileSync(join(import.meta.dirname, '../../content/media/films/60-two-buoys-one-out-of-sight.webm')),
    Buffer.from([0xec, 0x88, ...Buffer.from(String(Date.now()).slice(-8))]),
  ])
  await logIn(page, artist)
  await page.goto('/en/profile/studio/new/')
  const chooseFilm = (buffer: Buffer, name = 'tide.webm') =>
    page.locator('input[name=film]').setInputFiles({ name, mimeType: 'video/webm', buffer })
  await chooseFilm(Buffer.from('not a film'))
  await expect(page.getByRole('alert').filter({ hasText: 'This browser can’t play the file' })).toBeVisible()
  await page.getByLabel('Title').fill(title)

  // The connection is lost during the upload, which continues where it was.
  await loseConnection(page, 1)
  await chooseFilm(film)
  const section = page.getByRole('region', { name: 'Film or sound' })
  await expect(section.locator('video')).toBeVisible({ timeout: 60_000 })
  await restoreConnection(page)
  await expect(page).toHaveURL(/\/studio\/[0-9a-f-]{36}\/$/)

  // One of its frames becomes the picture.
  await expect
    .poll(() => section.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Use the current frame' }).click()
  await expect(page.getByRole('region', { name: 'Picture' }).locator('img')).toBeVisible({
    timeout: settings.patience,
  })
  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByLabel('Number of editions').fill('3')
  await page.getByLabel('What the picture shows').fill('Lamps on black water')
  await saveDraft(page)
  await page.getByRole('button', { name: 'Show preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' }).locator('video')).toBeVisible()
  await sound(page)
  // The film is removed and uploaded again.
  await page.getByRole('button', { name: 'Remove the film or sound' }).click()
  await expect(section.locator('video')).toHaveCount(0)
  await chooseFilm(film)
  await expect(section.locator('video')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await submit(page)

  // Staff play it, accept it and publish it.
  const desk = await openDesk(browser)
  await desk.goto(`/en/profile/desk/submissions/${page.url().split('/').at(-2)}/`)
  await expect(desk.getByLabel('Lamps on black water')).toBeVisible()
  await sound(desk)
  const artwork = await acceptAndPublish(desk, title)

  // A shopper sees the film.
  const shopper = await (await browser.newContext()).newPage()
  await shopper.goto(`/en/artworks/${artwork}/`)
  await expect(shopper.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(shopper.getByRole('main').locator('video').first()).toHaveAttribute('src', /\/work\.webm$/)
  await unpublish(desk)
})

test('the studio is for artists only', { tag: '@all' }, async ({ page }) => {
  await logIn(page, { email: 'collector@example.org', password: 'vitrine' })
  await page.goto('/en/profile/studio/')
  await expect(page.getByText('This account isn’t linked to an artist.')).toBeVisible()
  await page.goto('/en/profile/desk/submissions/')
  await expect(page.getByText('This page is for gallery staff.')).toBeVisible()
})
