import { accept, becomeBuyer, expect, test } from './fixtures'
import { liveWorks } from './gallery'
import { settings } from './settings'
import { rested, visit } from './visit'
import { violations } from './whole'

const query = `query { artworks(filter: { ids: [${liveWorks.map(({ id }) => `"${id}"`).join()}] }) {
  items { id slug editionSize availability } } }`

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
    data: { artworks: { items: { id: string; slug: string; editionSize: number; availability: string }[] } }
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
    await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.paused)).toBe(false)
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
    await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.muted)).toBe(true)
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
