import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'

/** The live works of the content folder, as their entries say: which ones they are may change. */
const folder = path.resolve(import.meta.dirname, '../../content/artworks')
const works = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))
  .filter(({ text }) => text.includes('kind: generator'))
  .map(({ name, text }) => ({
    id: /^id: (\d+)/m.exec(text)![1]!,
    slug: `${name.replace(/\.md$/, '')}-${/^id: (\d+)/m.exec(text)![1]!}`,
  }))

const work = works[0]!
const frameOf = (page: Page) => page.locator('iframe[title$="running live"]')
const liveBox = (page: Page) => page.locator('[data-state]:has(fieldset)')

async function artOrigin(page: Page) {
  const config = (await (await page.request.get('/api/config')).json()) as { artOrigin: string }
  return config.artOrigin
}

test('at least six works run live, each under a policy that reaches nothing', async ({ page, baseURL }) => {
  expect(works.length).toBeGreaterThanOrEqual(6)
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

test('a live work starts over its still, pauses, draws another hash and gives the still back', async ({
  page,
}) => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.goto(`/en/artworks/${work.slug}/`)
  const frame = frameOf(page)
  await expect(liveBox(page)).toHaveAttribute('data-state', 'live')
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
  await expect(frame).toHaveAttribute('allow', '')

  // It moves, until it is told not to.
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

  await page.getByRole('button', { name: 'Another hash' }).click()
  await expect(page.getByText(/^0x[0-9a-f]{8}…[0-9a-f]{4}$/)).toBeVisible()
  await expect.poll(shot).not.toBe(last)

  await page.getByRole('button', { name: 'Show the still' }).click()
  await expect(frame).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Run it live' })).toBeVisible()
  expect(problems).toEqual([])
})

test('the frame can read nothing of the page, nor reach anything', async ({ page }) => {
  await page.goto(`/en/artworks/${work.slug}/`)
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

test('where motion is unwelcome the still stays until somebody asks, by keyboard too', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/en/artworks/${work.slug}/`)
  const run = page.getByRole('button', { name: 'Run it live' })
  await run.scrollIntoViewIfNeeded()
  await expect(liveBox(page)).toHaveAttribute('data-state', 'still')
  await expect(frameOf(page)).toHaveCount(0)
  await run.focus()
  await page.keyboard.press('Enter')
  await expect(liveBox(page)).toHaveAttribute('data-state', 'live')
})

test('F shows a live work on the full screen', async ({ page }) => {
  await page.goto(`/en/artworks/${work.slug}/`)
  await expect(liveBox(page)).toHaveAttribute('data-state', 'live')
  await page.keyboard.press('f')
  await expect(page.locator('[data-full="true"]')).toBeVisible()
  await expect(frameOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-full="true"]')).toHaveCount(0)
})

test('details tell that a work is proven to be deterministic', async ({ page }) => {
  await page.goto(`/en/artworks/${work.slug}/`)
  await expect(page.getByText('each token always gives the same picture')).toBeVisible()
})
