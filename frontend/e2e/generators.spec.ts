import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { keccak256, numberToHex } from 'viem'
import { claimIn } from './claim'
import { accept, becomeBuyer, cards, choose, expect, logIn, openTools, payWithCard, test } from './fixtures'
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

/** A live work of more than a megabyte, so that it is sent in several parts. seed makes it another file. */
const work = (seed: number, paint: string, more = '') =>
  Buffer.from(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Tide</title>
<meta name="artwork-size" content="800x500">
<script type="application/json" id="work">{}</script>${more}
<body><script>
const work = JSON.parse(document.getElementById('work').textContent)
let hash = new URLSearchParams(location.search).get('hash') || work.seed
const draw = () => { ${paint} }
addEventListener('message', (event) => {
  if (event.source !== parent || event.data.type !== 'seed') return
  hash = event.data.hash || work.seed
  draw()
  parent.postMessage({ type: 'rendered', hash: event.data.hash, time: event.data.time }, '*')
})
draw()
parent.postMessage({ type: 'ready' }, '*')
</script><!-- ${seed} ${'tide '.repeat(230_000)}-->`)

const paintsHash = `document.body.style.background = '#' + hash.slice(2, 8)`

/** The colour that the work paints for an edition: it reads the edition's hash, keccak256 of the token's id. */
function paintedFor(artwork: string, edition: number) {
  const hash = keccak256(numberToHex(BigInt(artwork) * 1_000_000n + BigInt(edition), { size: 32 }))
  return [2, 4, 6].map((at) => Number.parseInt(hash.slice(at, at + 2), 16))
}

/** The colour in the middle of the first photo in a PDF, which is the work; the code and the logo are no JPEG. */
function colourOf(page: Page, pdf: Buffer) {
  const at = pdf.indexOf('/DCTDecode')
  const start = pdf.indexOf('stream', at) + 'stream'.length
  const jpeg = pdf.subarray(
    pdf.indexOf(Buffer.from([0xff, 0xd8, 0xff]), start),
    pdf.indexOf('endstream', start),
  )
  return page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }))
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
      canvas.drawImage(picture, 0, 0)
      return [...canvas.getImageData(picture.width / 2, picture.height / 2, 1, 1).data].slice(0, 3)
    },
    [...jpeg],
  )
}

/** Whether two colours are the same, except for what JPEG changes. */
const isNear = (one: number[], other: number[]) => one.every((value, i) => Math.abs(value - other[i]!) < 6)

const chooseLive = (page: Page, buffer: Buffer) =>
  page.locator('input[name=live]').setInputFiles({ name: 'tide.html', mimeType: 'text/html', buffer })

test('an artist submits a live work that the gallery proves, and a collector gets an edition with its own certificate', {
  tag: '@all',
}, async ({ page, browser, mailbox }) => {
  test.setTimeout(900_000)
  const seed = Date.now() % 1_000_000
  const title = `Tide by Numbers ${seed}`
  await logIn(page, artist)
  await page.goto('/en/profile/studio/new/')
  const section = page.getByRole('region', { name: 'Live work' })

  // Errors of a live work are explained.
  await chooseLive(page, work(seed, paintsHash, '<script src="https://cdn.example/p5.js"></script>'))
  await expect(section.getByRole('alert')).toContainText("a live work can't load anything")
  await page.getByLabel('Title').fill(title)

  // The connection is lost during the upload, which continues where it was.
  const offsets = await loseConnection(page, 2)
  await chooseLive(page, work(seed, `document.body.textContent = Math.random()`))
  await expect(section.getByRole('button', { name: 'Run the work' })).toBeVisible({ timeout: 60_000 })
  await restoreConnection(page)
  expect(offsets.slice(0, 3)).toEqual(['0', '1048576', '1048576'])

  // A page that draws randomly fails its proof, which shows both pictures.
  await expect(section.getByText('looks different the second time')).toBeVisible({ timeout: 240_000 })
  await expect(section.getByRole('img', { name: /^Edition [123], drawn by browser [12] of 2$/ })).toHaveCount(
    6,
  )
  await sound(page)

  // Another one passes.
  await chooseLive(page, work(seed, paintsHash))
  await expect(section.getByText('Proven:')).toBeVisible({ timeout: 240_000 })
  const drawings = section.getByRole('img', { name: /^Edition 1, drawn/ })
  expect(await drawings.first().getAttribute('src')).toBe(await drawings.last().getAttribute('src'))

  // It runs on the art origin alone, from any hash.
  const { artOrigin } = (await (await page.request.get('/api/config')).json()) as { artOrigin: string }
  await section.getByRole('button', { name: 'Run the work' }).click()
  const frame = section.locator('iframe')
  await expect(section.getByText('The work is running.')).toBeAttached()
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
  await expect(frame).toHaveAttribute('src', new RegExp(`^${artOrigin}/drafts/[0-9a-f-]{36}/`))
  const shown = async () => (await frame.screenshot()).toString('base64')
  const before = await shown()
  await section.getByRole('button', { name: 'Another hash' }).click()
  await expect.poll(shown).not.toBe(before)
  const response = await page.request.get((await frame.getAttribute('src'))!)
  expect(response.headers()['content-security-policy']).toContain('sandbox allow-scripts')

  // The first edition is its picture.
  const picture = page.getByRole('region', { name: 'Picture' })
  await expect(async () => {
    await picture.getByRole('button', { name: 'Use the picture of edition 1' }).click()
    // On a busy machine a first click has had no effect.
    const taken = picture.getByText('We’re preparing the picture').or(picture.locator('progress, img'))
    await expect(taken.first()).toBeVisible({ timeout: 20_000 })
  }).toPass({ timeout: settings.patience })
  await expect(picture.locator('img')).toBeVisible({ timeout: settings.patience })
  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByLabel('Number of editions').fill('5')
  await page.getByLabel(/^Your price in/).fill('120')
  await page.getByLabel('What the picture shows').fill('One even colour')
  await saveDraft(page)
  await sound(page)
  await expect(page.getByText('We’re preparing the picture')).toHaveCount(0, { timeout: settings.patience })
  await submit(page)

  // Staff see the proof, accept the work and publish it.
  const desk = await openDesk(browser)
  await desk.goto(`/en/profile/desk/submissions/${page.url().split('/').at(-2)}/`)
  const proof = desk.getByRole('region', { name: 'Proof' })
  await expect(proof.getByText('Proven:')).toBeVisible()
  await expect(proof.getByRole('img')).toHaveCount(6)
  await sound(desk)
  const artwork = await acceptAndPublish(desk, title)

  // A shopper sees it run, and each edition has its own picture.
  const shopper = await (await browser.newContext()).newPage()
  await shopper.goto(`/en/artworks/${artwork}/`)
  await expect(shopper.getByRole('heading', { level: 1 })).toContainText(title)
  await shopper.goto(`${new URL(shopper.url()).pathname}?edition=1`)
  await expect(shopper.locator('iframe[title$="running live"]')).toHaveAttribute(
    'src',
    new RegExp(`^${artOrigin}/works/${artwork}/\\?hash=0x`),
  )
  await expect
    .poll(async () => (await shopper.request.get(`/assets/editions/${artwork}/5.jpg`)).status(), {
      timeout: 120_000,
    })
    .toBe(200)

  // They buy the fourth edition by card. Its certificate shows what it draws, not the picture of the work, which is the first edition.
  await becomeBuyer(shopper, mailbox)
  await shopper.goto(`/en/artworks/${artwork}/`)
  await shopper.goto(`${new URL(shopper.url()).pathname}checkout/?edition=4`)
  await accept(shopper)
  await choose(shopper, 'Card')
  await shopper.getByRole('button', { name: 'Pay by card' }).click()
  await payWithCard(shopper, cards.good)
  await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
    timeout: settings.patience,
  })
  await shopper.goto('/en/profile/collection/')
  // Its picture is drawn once it is minted. A certificate waits some seconds for it, which a busy machine exceeds.
  await expect
    .poll(async () => (await shopper.request.get(`/assets/editions/${artwork}/4.jpg`)).status(), {
      timeout: 120_000,
    })
    .toBe(200)
  const token = shopper.getByRole('article').filter({ hasText: title })
  await expect(token.getByRole('button', { name: 'Withdraw', exact: true })).toBeEnabled({
    timeout: settings.patience,
  })
  await openTools(token)
  const [download] = await Promise.all([
    shopper.waitForEvent('download'),
    token.getByRole('link', { name: 'Certificate' }).click(),
  ])
  const certificate = readFileSync(await download.path())
  const shownColour = await colourOf(shopper, certificate)
  expect(isNear(shownColour, paintedFor(artwork, 4)), `${shownColour}`).toBe(true)
  expect(isNear(shownColour, paintedFor(artwork, 1)), `${shownColour}`).toBe(false)
  expect(JSON.parse(claimIn(certificate))).toMatchObject({ title, editionNumber: 4, editionSize: 5 })
  await shopper.goto('/en/verify/')
  await shopper
    .getByLabel('Certificate: PDF, JSON or a photo of its code')
    .setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: certificate })
  await expect(shopper.getByText('The signature is genuine')).toBeVisible()
  await expect(shopper.getByText('The token exists')).toBeVisible()
  await unpublish(desk)
})
