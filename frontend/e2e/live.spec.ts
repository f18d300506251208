import { expect, type Page, test } from '@playwright/test'
import { type Hex, parseAbi } from 'viem'
import { liveWorks as works } from './gallery'
import { settings } from './settings'
import { visit } from './visit'
import { reader } from './wallet'
import { violations } from './whole'

const work = works[0]!
const frameOf = (page: Page) => page.locator('iframe[title$="running live"]')
const liveBox = (page: Page) => page.locator('[data-state]:has(fieldset)')

async function artOrigin(page: Page) {
  const config = (await (await page.request.get('/api/config')).json()) as { artOrigin: string }
  return config.artOrigin
}

/** What the token contract returns as the hash of each edition of a work. */
async function hashesOf(page: Page, id: string) {
  const { chains } = (await (await page.request.get('/api/config')).json()) as {
    chains: { chainId: number; tokenContract: Hex }[]
  }
  const { tokenContract } = chains.find(({ chainId }) => chainId === settings.chainId)!
  const node = reader(`${settings.baseURL}/rpc/${settings.chainId}`)
  return (edition: number) =>
    node.readContract({
      address: tokenContract,
      abi: parseAbi(['function tokenHash(uint256 tokenId) pure returns (bytes32)']),
      functionName: 'tokenHash',
      args: [BigInt(id) * 1_000_000n + BigInt(edition)],
    })
}

test('at least forty works run live, each under a policy that reaches nothing', async ({ page, baseURL }) => {
  expect(works.length).toBeGreaterThanOrEqual(40)
  const origin = await artOrigin(page)
  expect(new URL(origin).hostname).not.toBe(new URL(baseURL!).hostname)
  for (const { id } of works) {
    const response = await page.request.get(`${origin}/works/${id}/?hash=`, { headers: { cookie: 'a=b' } })
    expect(response.status(), id).toBe(200)
    const headers = response.headers()
    expect(headers['set-cookie']).toBeUndefined()
    for (const part of [
      "default-src 'none'",
      "connect-src 'none'",
      'sandbox allow-scripts',
      `frame-ancestors ${new URL(baseURL!).origin}`,
    ])
      expect(headers['content-security-policy']).toContain(part)
  }
  for (const path of ['/', '/api/config', '/graphql', '/en/'])
    expect((await page.request.get(origin + path)).status(), path).toBe(404)
})

test('the chosen edition starts over its picture, pauses, draws another edition and shows the picture again', async ({
  page,
}) => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.goto(`/en/artworks/${work.slug}/?edition=1`)
  const frame = frameOf(page)
  await expect(liveBox(page)).toHaveAttribute('data-state', 'live')
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
  await expect(frame).toHaveAttribute('allow', '')
  const hashOf = await hashesOf(page, work.id)
  await expect(liveBox(page)).toHaveAttribute('data-drawn', await hashOf(1))

  // It moves until it is paused.
  const shot = async () => (await frame.screenshot()).toString('base64')
  const before = await shot()
  await expect.poll(shot).not.toBe(before)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-pressed', 'true')
  let last = await shot()
  await expect
    .poll(async () => {
      const now = await shot()
      const same = now === last
      last = now
      return same
    })
    .toBe(true)

  await page.getByRole('button', { name: 'Next edition' }).click()
  await expect(page.getByText(/0x[0-9a-f]{4}…[0-9a-f]{4}$/)).toBeVisible()
  await expect(liveBox(page)).toHaveAttribute('data-drawn', await hashOf(2))
  await expect.poll(shot).not.toBe(last)

  await page.getByRole('button', { name: 'Show still image' }).click()
  await expect(frame).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Run edition 2 live' })).toBeVisible()
  expect(problems).toEqual([])
})

for (const width of [390, 1440]) {
  test(`a work that doesn’t move draws its edition again, stroke by stroke, and stops, ${width} px`, {
    tag: '@all',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const growing = works.find(({ moves, size }) => !moves && size > 2)!
    await page.goto(`/en/artworks/${growing.slug}/?edition=2`)
    const frame = frameOf(page)
    await expect(liveBox(page)).toHaveAttribute('data-state', 'live')
    const inside = (await (await frame.elementHandle())!.contentFrame())!
    const drawn = () => inside.evaluate(() => document.querySelector('canvas')!.toDataURL())
    const whole = await drawn()
    await expect.poll(drawn, { timeout: settings.patience }).not.toBe(whole)
    // Its last stroke completes the picture that it started with, and then nothing more is drawn.
    await expect.poll(drawn, { timeout: settings.patience }).toBe(whole)
    await page.getByRole('button', { name: 'Next edition' }).click()
    await expect.poll(drawn).not.toBe(whole)
    expect(await violations(page)).toEqual([])
  })
}

test('the page shows what the seed of an edition chose, and from what', { tag: '@all' }, async ({ page }) => {
  const varied = works.find(({ varies, size }) => varies && size > 2)!
  await page.goto(`/en/artworks/${varied.slug}/?edition=1`)
  const made = page.getByRole('region', { name: 'How this edition is made' })
  const chosen = made.locator('dd:has(small)')
  await expect(chosen.first()).toContainText(/from .+/, { timeout: settings.patience })
  const first = await chosen.allInnerTexts()
  await page.getByRole('button', { name: 'Next edition' }).click()
  await expect(made).toContainText('Edition 2 is drawn from its seed')
  await expect(chosen).toHaveCount(first.length)
  await expect.poll(() => chosen.allInnerTexts()).not.toEqual(first)
})

test('a live work pauses while it is out of sight', { tag: '@all' }, async ({ page }) => {
  await page.addInitScript(() => {
    const told: string[] = []
    Object.assign(window, { told })
    addEventListener('message', ({ data }) => told.push(data?.type))
  })
  await page.goto(`/en/artworks/${work.slug}/?edition=1`)
  await expect(liveBox(page)).toHaveAttribute('data-state', 'live')
  const handle = await frameOf(page).elementHandle()
  const inside = (await handle!.contentFrame())!
  const lastTold = () => inside.evaluate(() => (window as unknown as { told: string[] }).told.at(-1))
  await expect.poll(lastTold).toBe('resume')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect.poll(lastTold).toBe('pause')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(lastTold).toBe('resume')
})

test('each edition is drawn from the hash that the token contract returns for it', { tag: '@all' }, async ({
  page,
}) => {
  const large = works.find(({ size }) => size >= 30)!
  const hashOf = await hashesOf(page, large.id)
  const address = `/en/artworks/${large.slug}/`
  const box = liveBox(page)
  const number = page.getByRole('spinbutton', { name: 'Edition' })
  const said = box.getByRole('status')

  // An address names an edition: the frame begins with its hash, and the work draws it.
  await page.goto(`${address}?edition=3`)
  await expect(box).toHaveAttribute('data-state', 'live')
  expect(new URL((await frameOf(page).getAttribute('src'))!).searchParams.get('hash')).toBe(await hashOf(3))
  await expect(box).toHaveAttribute('data-drawn', await hashOf(3))
  await expect(number).toHaveValue('3')
  await expect(said).toBeEmpty()

  // By button, by key and by number; the address and the announcement follow.
  const next = page.getByRole('button', { name: 'Next edition' })
  await next.click()
  await expect(box).toHaveAttribute('data-drawn', await hashOf(4))
  await expect(page).toHaveURL(/\?edition=4$/)
  await expect(said).toHaveText(new RegExp(`^Edition 4 of ${large.size}, (not yet collected|sold)$`))
  await next.press('ArrowLeft')
  await expect(box).toHaveAttribute('data-drawn', await hashOf(3))
  await number.fill('30')
  await expect(box).toHaveAttribute('data-drawn', await hashOf(30))
  await expect(page).toHaveURL(/\?edition=30$/)
  await number.fill(String(large.size + 1))
  await number.blur()
  await expect(number).toHaveValue('30')
  expect(new URL((await frameOf(page).getAttribute('src'))!).searchParams.get('hash')).toBe(await hashOf(3))

  // Without a valid edition number nothing runs: the first editions hang there to choose from, and the link leads to all of them.
  for (const path of [address, `${address}?edition=${large.size + 1}`]) {
    await visit(page, path)
    await expect(box.getByRole('link', { name: 'Choose one to see it large' })).toHaveAttribute(
      'href',
      '#editions',
    )
    await expect(box.locator('img')).toHaveAttribute('src', new RegExp(`^/assets/editions/${large.id}/wall-`))
    await expect(frameOf(page)).toHaveCount(0)
  }
  await box.getByRole('button', { name: 'Choose edition 2', exact: true }).click()
  await expect(page).toHaveURL(/\?edition=2$/)
  await expect(box).toHaveAttribute('data-drawn', await hashOf(2))
})

test('the frame can read nothing of the page, nor reach anything', async ({ page }) => {
  await page.goto(`/en/artworks/${work.slug}/?edition=1`)
  await expect(liveBox(page)).toHaveAttribute('data-state', 'live')
  const inside = await (await frameOf(page).elementHandle())!.contentFrame()
  const seen = await inside!.evaluate(async () => {
    const attempt = (fn: () => unknown) => {
      try {
        return String(fn())
      } catch (error) {
        return (error as Error).name
      }
    }
    return {
      origin: self.origin,
      parent: attempt(() => window.parent.document.title),
      storage: attempt(() => localStorage.length),
      cookie: attempt(() => document.cookie),
      network: await fetch('/works/1/').then(
        () => 'reached',
        (error: Error) => error.name,
      ),
    }
  })
  expect(seen).toEqual({
    origin: 'null',
    parent: 'SecurityError',
    storage: 'SecurityError',
    cookie: 'SecurityError',
    network: 'TypeError',
  })
})

test('with reduced motion the still stays until it is started, by keyboard too', { tag: '@all' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit(page, `/en/artworks/${work.slug}/?edition=1`)
  const run = page.getByRole('button', { name: 'Run edition 1 live' })
  await run.scrollIntoViewIfNeeded()
  await expect(liveBox(page)).toHaveAttribute('data-state', 'still')
  await expect(frameOf(page)).toHaveCount(0)
  // Its code loads after the page, so an early key may do nothing.
  await expect(async () => {
    await run.focus()
    await page.keyboard.press('Enter')
    await expect(liveBox(page)).not.toHaveAttribute('data-state', 'still', { timeout: 3000 })
  }).toPass()
  await expect(liveBox(page)).toHaveAttribute('data-state', 'live')
})

test('F shows a live work on the full screen', { tag: '@all' }, async ({ page }) => {
  await page.goto(`/en/artworks/${work.slug}/?edition=1`)
  await expect(liveBox(page)).toHaveAttribute('data-state', 'live')
  await page.keyboard.press('f')
  await expect(page.locator('[data-full="true"]')).toBeVisible()
  await expect(frameOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-full="true"]')).toHaveCount(0)
})

test('its controls are in one row, in two on a phone, and hide in full screen without movement', {
  tag: '@all',
}, async ({ page }) => {
  await page.clock.install()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/en/artworks/${work.slug}/?edition=1`)
  await expect(liveBox(page)).toHaveAttribute('data-state', 'live')
  const tops = async () => {
    const names = ['Previous edition', 'Next edition', 'Pause', 'Show still image', 'Zoom in', 'Full screen']
    const boxes = await Promise.all(
      names.map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
    )
    return new Set(boxes.map((box) => Math.round(box!.y)))
  }
  expect((await tops()).size).toBe(1)
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await tops()).size).toBe(2)
  const field = await page.getByRole('spinbutton', { name: 'Edition' }).boundingBox()
  expect(Math.min(field!.width, field!.height)).toBeGreaterThanOrEqual(44)

  await page.keyboard.press('f')
  const tools = page.getByRole('group', { name: 'Live work' })
  await expect(tools).toHaveCSS('opacity', '0')
  await page.mouse.move(100, 100)
  await expect(tools).toHaveCSS('opacity', '1')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Pause' }).focus()
  await page.clock.fastForward(2500)
  await expect(tools).toHaveCSS('opacity', '1')
})

test('details say that a work is proven to be deterministic', { tag: '@all' }, async ({ page }) => {
  await page.goto(`/en/artworks/${work.slug}/?edition=1`)
  await expect(page.getByText('each edition is unique and repeatable')).toBeVisible()
})
