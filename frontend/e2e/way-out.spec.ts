import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { becomeBuyer, buyByCard, expect, test, workFor } from './fixtures'
import { settings } from './settings'
import { filesOf } from './zip'

const program = (name: string) => join(import.meta.dirname, '../../.bin', name)
const env = { ...process.env, VITRINE_DATA: settings.data(), PORT_OFFSET: String(settings.offset) }

test('a collector leaves: one file with everything, whole even if a part fails, and the gallery lists the token', async ({
  page,
  mailbox,
}, info) => {
  test.setTimeout(4 * settings.patience)
  // The dialog of the system can't be tested; without it the browser saves the file as a download.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await becomeBuyer(page, mailbox)
  const work = await workFor(5)
  await buyByCard(page, work)
  await page.goto('/en/profile/collection/')
  await expect(page.getByRole('link', { name: 'Certificate' })).toBeVisible({ timeout: settings.patience })

  const archive = page.getByRole('region', { name: 'Take everything with you' })
  const start = archive.getByRole('button', { name: 'Download everything' })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await start.scrollIntoViewIfNeeded()
    await page.screenshot({ path: info.outputPath(`archive-${width}.png`) })
    await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }

  // Cancelled while a file loads: nothing is saved.
  await page.route('**/certificate.pdf', () => {})
  await start.click()
  await expect(archive.getByRole('progressbar', { name: 'Files in your archive' })).toBeVisible()
  await page.screenshot({ path: info.outputPath('archive-running.png') })
  await archive.getByRole('button', { name: 'Cancel download' }).click()
  await expect(archive.getByRole('status')).toContainText('Nothing was saved')
  await page.unroute('**/certificate.pdf')

  // A file that fails is named, and the rest is there.
  const refusal = { status: 404, json: { error: { code: 'not_found', message: 'gone', details: {} } } }
  await page.route('**/certificate.pdf', (route) => route.fulfill(refusal))
  const partial = page.waitForEvent('download')
  await start.click()
  const without = filesOf(readFileSync(await (await partial).path()))
  await expect(archive.getByRole('status')).toContainText('one is missing')
  expect(Buffer.from(without.get('README.txt')!).toString()).toMatch(/MISSING[\s\S]*certificate\.pdf/)
  await page.unroute('**/certificate.pdf')

  const download = page.waitForEvent('download')
  await archive.getByRole('button', { name: 'Download again' }).click()
  expect((await download).suggestedFilename()).toMatch(/^collection-\d{4}-\d\d-\d\d\.zip$/)
  const files = filesOf(readFileSync(await (await download).path()))
  await expect(archive.getByRole('status')).toContainText('Done')
  const names = [...files.keys()]
  for (const part of [
    '/original.',
    '/metadata.json',
    '/certificate.pdf',
    '/certificate.json',
    '/receipt.pdf',
    '/invoice-',
  ])
    expect(names.filter((name) => name.includes(part))).toHaveLength(1)
  const sums = Buffer.from(files.get('SHA256SUMS')!).toString().trimEnd().split('\n')
  expect(sums).toHaveLength(names.length - 1)
  for (const line of sums) {
    const [hash, name] = line.split('  ') as [string, string]
    expect(createHash('sha256').update(files.get(name)!).digest('hex'), name).toBe(hash)
  }
  const claim = names.find((name) => name.endsWith('/certificate.json'))!
  expect(verified(files.get(claim)!)).toContain('VALID: signed as it stands')
  const { tokenId, mediaHash } = JSON.parse(Buffer.from(files.get(claim)!).toString())
  const original = files.get(names.find((name) => name.includes('/original.'))!)!
  expect(mediaHash).toBe(`0x${createHash('sha256').update(original).digest('hex')}`)

  const ownership = JSON.parse(execFileSync(program('onebox'), ['ownership'], { env, encoding: 'utf8' }))
  const token = ownership.tokens.find((one: { tokenId: string }) => one.tokenId === tokenId)
  expect(token).toMatchObject({ location: 'vault', title: work.title })
  expect(verified(Buffer.from(JSON.stringify(token.claim)))).toContain('VALID: signed as it stands')
})

/** What vitrine-verify says about a certificate. */
function verified(claim: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-claim-'))
  try {
    const file = join(folder, 'certificate.json')
    writeFileSync(file, claim)
    return execFileSync(program('vitrine-verify'), [file], { encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('the gallery leaves: its copy opens from disk, with works that run, and nothing is broken', async ({
  browser,
}, info) => {
  test.setTimeout(4 * settings.patience)
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-export-'))
  try {
    const ownership = join(folder, 'ownership.json')
    writeFileSync(ownership, execFileSync(program('onebox'), ['ownership'], { env }))
    const copy = join(folder, 'copy')
    const only = ['/en/artworks/', '/en/drops/', '/en/tv/', '/en/impressum/'].join(',')
    const run = spawnSync(
      program('vitrine-export'),
      ['--only', only, '--ownership', ownership, settings.baseURL, copy],
      { encoding: 'utf8' },
    )
    expect(run.status, run.stderr).toBe(0)
    expect(run.stdout).toContain('no reference leads nowhere')

    const live = await liveWork()
    for (const width of [1440, 390]) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, offline: true })
      const page = await context.newPage()
      const broken: string[] = []
      page.on('request', (request) => {
        if (!/^(file|data|blob):/.test(request.url())) broken.push(request.url())
      })
      page.on('console', (message) => {
        if (message.type() === 'error') broken.push(message.text())
      })
      await page.goto(pathToFileURL(join(copy, 'index.html')).href)
      const main = page.getByRole('navigation', { name: 'Main' })
      await main.getByRole('link', { name: 'Drops' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Drops' })).toBeVisible()
      await main.getByRole('link', { name: 'Artworks' }).click()
      const card = page.getByRole('article').first()
      await expect(card.getByRole('img')).toHaveJSProperty('complete', true)
      expect(
        await card.getByRole('img').evaluate((img: HTMLImageElement) => img.naturalWidth),
      ).toBeGreaterThan(0)
      await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: 'Page 2' }).click()
      await expect(page).toHaveURL(/\/artworks\/page\/2\/index\.html$/)

      await page.goto(pathToFileURL(join(copy, 'en/artworks', live, 'index.html')).href)
      // The work draws: its canvas is not of one colour.
      const frame = page.frameLocator('iframe')
      await expect(frame.locator('canvas, svg').first()).toBeVisible()
      await expect(page.getByRole('button')).toHaveCount(0)
      await page.screenshot({ path: info.outputPath(`live-${width}.png`) })
      // axe would load style sheets by XMLHttpRequest, which no browser allows on disk.
      expect(
        (await new AxeBuilder({ page }).options({ preload: false }).exclude('iframe').analyze()).violations,
      ).toEqual([])

      await page.getByRole('link', { name: 'About this copy' }).click()
      await expect(page.getByRole('heading', { name: 'What is left out' })).toBeVisible()
      await page.getByRole('link', { name: 'Who holds which token' }).click()
      await expect(page.getByRole('region', { name: 'Tokens' })).toBeVisible()
      await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width)
      expect((await new AxeBuilder({ page }).options({ preload: false }).analyze()).violations).toEqual([])
      expect(broken).toEqual([])
      await context.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The slug of a live work. */
async function liveWork(): Promise<string> {
  const query = '{ artworks { items { slug media { generatorPath } } } }'
  const response = await fetch(`${settings.baseURL}/graphql?query=${encodeURIComponent(query)}`)
  const { data } = (await response.json()) as {
    data: { artworks: { items: { slug: string; media: { generatorPath: string | null }[] }[] } }
  }
  const work = data.artworks.items.find(({ media }) => media.some((one) => one.generatorPath))
  if (!work) throw new Error('The gallery shows no live work')
  return work.slug
}
