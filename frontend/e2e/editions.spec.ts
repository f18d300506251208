import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { accept, becomeBuyer, cards, choose, expect, openTools, payWithCard, test } from './fixtures'
import { liveWorks } from './gallery'
import { linkIn } from './mailbox'
import { difference, alike as near } from './pixels'
import { settings } from './settings'
import { rested, visit } from './visit'
import { violations } from './whole'

const query = `query { artworks(filter: { ids: [${liveWorks.map(({ id }) => `"${id}"`).join()}] }) {
  items { id slug title editionSize availability } } }`

/**
 * The live work with the most editions, of all or of those that can be bought. `early` is one whose renditions are made
 * among the first: that happens in the order of the files' names.
 */
async function liveWork({ forSale, early = false }: { forSale: boolean; early?: boolean }) {
  const response = await fetch(`${settings.baseURL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data } = (await response.json()) as {
    data: {
      artworks: {
        items: { id: string; slug: string; title: string; editionSize: number; availability: string }[]
      }
    }
  }
  const works = data.artworks.items.filter(({ availability }) => !forSale || availability === 'AVAILABLE')
  return works.sort((a, b) => (early ? (a.slug < b.slug ? -1 : 1) : b.editionSize - a.editionSize))[0]!
}

for (const width of [390, 1440]) {
  test(`all editions hang on one wall, are chosen by keyboard and compared, ${width} px wide`, {
    tag: width === 390 ? [] : '@all',
  }, async ({ page }) => {
    const work = await liveWork({ forSale: true })
    await page.setViewportSize({ width, height: 844 })
    await visit(page, `/en/artworks/${work.slug}/`)
    const wall = page.getByRole('region', { name: 'Editions' })
    await wall.scrollIntoViewIfNeeded()
    const third = wall.getByRole('button', { name: 'Choose edition 3,' })
    await third.scrollIntoViewIfNeeded()
    // The work renders its picture once it is near the window.
    await expect(wall.getByRole('listitem').nth(2).locator('[data-drawn]')).toBeVisible()
    await third.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?edition=3$/)
    await expect(third).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('link', { name: /^(Buy|#)\s?#?3/ }).first()).toBeAttached()

    await wall.getByRole('checkbox', { name: 'Compare edition 3', exact: true }).check()
    await expect(wall.getByText('#3 is picked.')).toBeVisible()
    await wall.getByRole('checkbox', { name: 'Compare edition 6', exact: true }).check()
    await wall.getByRole('button', { name: 'Compare #3 and #6' }).click()
    const dialog = page.getByRole('dialog')
    const frames = dialog.locator('iframe')
    await expect(frames).toHaveCount(2)
    const [one, other] = await Promise.all([frames.first().boundingBox(), frames.last().boundingBox()])
    expect(one!.y).toBe(other!.y)
    expect(one!.x + one!.width).toBeLessThanOrEqual(other!.x)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
}

test('a wall of many editions grows on request', { tag: '@all' }, async ({ page }) => {
  const work = await liveWork({ forSale: false })
  expect(work.editionSize).toBeGreaterThan(27)
  await visit(page, `/en/artworks/${work.slug}/`)
  const wall = page.getByRole('region', { name: 'Editions' })
  await wall.scrollIntoViewIfNeeded()
  const outputs = wall.getByRole('listitem')
  await expect(outputs).toHaveCount(27)
  await wall.getByRole('button', { name: /^Show \d+ more$/ }).click()
  await expect(outputs).toHaveCount(Math.min(54, work.editionSize))
})

test('an edition held by someone else is marked, and Buy offers another one', { tag: '@all' }, async ({
  page,
  mailbox,
}) => {
  const work = await liveWork({ forSale: true })
  await becomeBuyer(page, mailbox)
  await page.goto(`/en/artworks/${work.slug}/checkout/?edition=11`)
  await accept(page)
  const visitor = await (await page.context().browser()!.newContext({ serviceWorkers: 'block' })).newPage()
  await visit(visitor, `${settings.baseURL}/en/artworks/${work.slug}/?edition=11`)
  await expect(visitor.getByRole('link', { name: '#11 is held. Buy another edition' })).toBeVisible()
  const wall = visitor.getByRole('region', { name: 'Editions' })
  await wall.scrollIntoViewIfNeeded()
  await expect(wall.getByRole('button', { name: 'Choose edition 11, held' })).toBeAttached()
  await visitor.context().close()
})

test('a recording is played, sought and silenced below its picture, by keyboard', { tag: '@all' }, async ({
  page,
}) => {
  const response = await fetch(`${settings.baseURL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ artworks(filter: { category: ["audio"] }) { items { slug } } }' }),
  })
  const { data } = (await response.json()) as { data: { artworks: { items: { slug: string }[] } } }
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await visit(page, `/en/artworks/${data.artworks.items[0]!.slug}/`)
    await rested(page)
    const player = page.getByRole('group', { name: 'Player' })
    const film = page.locator('main video').first()
    await expect(film).not.toHaveAttribute('controls')
    const bar = (await player.boundingBox())!
    const picture = (await film.boundingBox())!
    expect(bar.y).toBeGreaterThanOrEqual(picture.y + picture.height - 1)
    const button = player.getByRole('button', { name: 'Play' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)
    await page.keyboard.press('Tab')
    const position = player.getByRole('slider', { name: 'Position' })
    await expect(position).toBeFocused()
    await page.keyboard.press('End')
    await expect(position).toHaveAttribute('aria-valuetext', /^\d+:\d\d of \d+:\d\d$/)
    await page.keyboard.press('Home')
    const address = page.url()
    await page.keyboard.press('ArrowRight')
    expect(page.url()).toBe(address)
    await player.getByRole('button', { name: 'Sound off' }).click()
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
    await player.getByRole('button', { name: 'Sound on' }).click()
  }
})

test('a certificate is a specimen until the edition has a token, and its record is public', {
  tag: '@all',
}, async ({ page }) => {
  const work = await liveWork({ forSale: true })
  await visit(page, `/en/artworks/${work.slug}/`)
  await page.getByRole('region', { name: 'Certificate' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`/en/artworks/${work.slug}/certificate/?edition=${work.editionSize}`)
  await expect(page.getByText('Specimen', { exact: true })).toBeVisible()
  await expect(page.getByText(`Edition ${work.editionSize} of ${work.editionSize}`)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
})

test('viewers of museums read a work as a IIIF manifest, and link previews an edition', {
  tag: '@all',
}, async ({ page, request }) => {
  const work = await liveWork({ forSale: true, early: true })
  const response = await request.get(`/en/artworks/${work.slug}/manifest.json`)
  expect(response.headers()['access-control-allow-origin']).toBe('*')
  const manifest = await response.json()
  expect(manifest).toMatchObject({
    '@context': 'http://iiif.io/api/presentation/3/context.json',
    id: expect.stringContaining(`/en/artworks/${work.slug}/manifest.json`),
    type: 'Manifest',
  })
  const [canvas] = manifest.items
  expect((await request.get(new URL(canvas.items[0].items[0].body.id).pathname)).status()).toBe(200)

  const preview = await request.get(`/en/artworks/${work.slug}/?edition=3`, {
    headers: { 'user-agent': 'Mozilla/5.0 (compatible; Discordbot/2.0)' },
  })
  expect(await preview.text()).toMatch(/og:title" content="[^"]+, Edition 3 of \d+"/)
  // Each edition has its own output, which a browser of the gallery draws when it is first requested.
  const outputs = await Promise.all(
    [3, 4].map(async (number) => {
      const output = `/assets/editions/${work.id}/${number}.jpg`
      await expect
        .poll(async () => (await request.get(output)).status(), { timeout: settings.patience })
        .toBe(200)
      return (await request.get(output)).body()
    }),
  )
  expect(outputs[0]!.equals(outputs[1]!)).toBe(false)
  const card = `/en/artworks/${work.slug}/share.jpg?edition=3`
  // Pictures are made in the background.
  await expect
    .poll(async () => (await request.get(card)).status(), { timeout: 2.5 * settings.patience })
    .toBe(200)
  await page.goto('/en/offline/')
  const size = await page.evaluate(async (src) => {
    const bitmap = await createImageBitmap(await (await fetch(src)).blob())
    return [bitmap.width, bitmap.height]
  }, card)
  expect(size).toEqual([1200, 630])
})

test('an edition is one picture, from the wall to the collection, in email, and on its link preview', {
  tag: '@all',
}, async ({ page, mailbox, wallet }) => {
  test.setTimeout(8 * settings.patience)
  const work = await liveWork({ forSale: true })
  const number = Math.min(12, work.editionSize)
  const address = `/assets/editions/${work.id}/${number}.jpg`
  const read = async (path: string) => {
    const response = await page.request.get(path)
    return response.status() === 200 ? response.body() : undefined
  }
  const drawn = async (path: string) => {
    await expect.poll(async () => (await read(path)) !== undefined, { timeout: settings.patience }).toBe(true)
    return (await read(path))!
  }
  const picture = await drawn(address)
  const other = await drawn(`/assets/editions/${work.id}/${number - 1}.jpg`)
  /** Pixels that aren't the server's file are nearer to it than to another edition. */
  const alike = async (shown: Buffer, place: string) => {
    const off = await difference(shown, picture)
    expect(off, place).toBeLessThan(near)
    expect(off, place).toBeLessThan(0.7 * (await difference(shown, other)))
  }
  /** The picture that an element shows is the server's file, byte by byte. */
  const same = async (img: Locator, place: string) => {
    await expect(img, place).toHaveAttribute(
      'src',
      new RegExp(`/assets/editions/${work.id}/${number}(-or-plate)?\\.jpg`),
      {
        timeout: settings.patience,
      },
    )
    const { pathname } = new URL((await img.getAttribute('src'))!, settings.baseURL)
    expect((await read(pathname))?.equals(picture), `${place}: ${pathname}`).toBe(true)
  }
  const plate = (on: Page | Locator = page) => on.locator(`[data-edition="${number}"] img`).first()

  // A finished drawing stays, so that there is time to compare it.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { email } = await becomeBuyer(page, mailbox)
  const artwork = `/en/artworks/${work.slug}/`
  await visit(page, artwork)
  const wall = page.getByRole('region', { name: 'Editions' })
  await wall.scrollIntoViewIfNeeded()
  const tile = wall.getByRole('listitem').nth(number - 1)
  await tile.scrollIntoViewIfNeeded()
  await expect(tile.locator('[data-drawn]')).toBeVisible({ timeout: settings.patience })
  // Its frame fades in.
  await expect(tile.locator('iframe')).toHaveCSS('opacity', '1')
  await alike(await tile.locator('iframe').screenshot(), 'wall')

  // Choosing shows it large.
  await tile.getByRole('button').click()
  await expect(page).toHaveURL(new RegExp(`edition=${number}$`))
  await same(plate(page.locator('[data-sheet]')), 'artwork page')
  await expect(page.locator('[data-sheet]').first()).toBeInViewport()
  await page.getByRole('button', { name: 'View on a wall' }).click()
  await same(plate(page.getByRole('dialog', { name: 'On a wall' })), 'on a wall')
  await page.keyboard.press('Escape')

  await page.goto(`${artwork}checkout/?edition=${number}`)
  await accept(page)
  await same(plate(), 'checkout')
  await choose(page, 'Card')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await same(page.locator('figure.plate img'), 'card page')
  await payWithCard(page, cards.good)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
    timeout: settings.patience,
  })
  await same(plate(), 'thank-you')
  const order = new URL(page.url()).searchParams.get('checkout')
  await visit(page, `/en/profile/orders/${order}/`)
  await same(plate(), 'order')
  await page.goto('/en/profile/collection/')
  const withdraw = page.getByRole('button', { name: 'Withdraw', exact: true })
  await expect(withdraw).toBeEnabled({ timeout: settings.patience })
  await same(plate(), 'collection')
  await openTools(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Certificate', exact: true }).click(),
  ])
  const paper = readFileSync(await download.path())
  expect(paper.includes(picture), 'certificate as PDF').toBe(true)
  await visit(page, `${artwork}certificate/?edition=${number}`)
  await same(plate(), 'certificate')
  await visit(page, `${artwork}poster/?edition=${number}`)
  await same(page.getByRole('article').getByRole('img'), 'poster')
  await expect(page.getByRole('article')).toContainText(`Edition ${number} of `)
  await expect(page.getByRole('article')).not.toContainText('$')

  const name = `one-${crypto.randomUUID().slice(0, 8)}`
  await visit(page, '/en/profile/public-page/')
  await page.getByRole('checkbox', { name: 'Make my page public' }).check()
  await page.getByLabel('Address').fill(name)
  await page.getByLabel('Display name').fill('Ada')
  await page.getByRole('button', { name: new RegExp(`^Add ${work.title},`) }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Your page is public.')).toBeVisible()
  await visit(page, `/en/collectors/${name}/`)
  await same(plate(), 'public page')

  await page.goto('/en/profile/collection/')
  await withdraw.click()
  await page.getByLabel('Wallet address').fill(wallet.address)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /withdrawal/i })
    .click()
  const mail = await mailbox.waitFor(email, /approve-token-withdrawal/)
  const html = await mailbox.html(mail)
  const inMail = [...html.matchAll(/<img[^>]+src="([^"]+)"/g)].map(([, src]) => new URL(src!).pathname)
  const emailed = inMail.find((path) => path.startsWith('/assets/editions/'))
  expect((await read(emailed ?? '/'))?.equals(picture), `email: ${inMail}`).toBe(true)
  await page.goto(linkIn(mail, /approve-token-withdrawal\/?#/))
  await same(page.locator('figure img'), 'approval')

  // The link preview has it on its own colour, at the left.
  const card = await drawn(`${artwork}share.jpg?edition=${number}`)
  const { width = 1, height = 1 } = await sharp(picture).metadata()
  const scale = Math.min(696 / width, 518 / height)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const part = { left: 56, top: Math.round((630 - size.height) / 2), ...size }
  await alike(await sharp(card).extract(part).toBuffer(), 'link preview')
})
