import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { becomeBuyer, buyByCard, expect, logIn, openTools, test, workFor } from './fixtures'
import { settings } from './settings'
import { violations } from './whole'
import { filesOf } from './zip'

const program = (name: string) => join(import.meta.dirname, '../../.bin', name)
const env = { ...process.env, VITRINE_DATA: settings.data(), PORT_OFFSET: String(settings.offset) }

test(
  'a collector leaves: one file with everything, complete even if a part fails, and the gallery lists the token',
  { tag: '@all' },
  async ({ page, mailbox }, info) => {
    test.setTimeout(4 * settings.patience)
    // The dialog of the system can't be tested; without it the browser saves the file as a download.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
    await becomeBuyer(page, mailbox)
    const work = await workFor(5)
    await buyByCard(page, work)
    await page.goto('/en/profile/collection/')
    await openTools(page)
    await expect(page.getByRole('link', { name: 'Certificate', exact: true })).toBeVisible({
      timeout: settings.patience,
    })

    const archive = page.getByRole('region', { name: 'Take everything with you' })
    const start = archive.getByRole('button', { name: 'Download everything' })
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await start.scrollIntoViewIfNeeded()
      await page.screenshot({ path: info.outputPath(`archive-${width}.png`) })
      await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width)
      expect(await violations(page)).toEqual([])
    }

    // Cancelled while a file loads: nothing is saved.
    await page.route('**/certificate.pdf', () => {})
    await start.click()
    await expect(archive.getByRole('progressbar', { name: 'Files in your archive' })).toBeVisible()
    await page.screenshot({ path: info.outputPath('archive-running.png') })
    await archive.getByRole('button', { name: 'Cancel download' }).click()
    await expect(archive.getByRole('status')).toContainText('Nothing was saved')
    await page.unroute('**/certificate.pdf')

    // A failed file is listed, and the rest is complete.
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
    const token = ownership.tokens.find((held: { tokenId: string }) => held.tokenId === tokenId)
    expect(token).toMatchObject({ location: 'vault', title: work.title })
    expect(verified(Buffer.from(JSON.stringify(token.claim)))).toContain('VALID: signed as it stands')
  },
)

test(
  'an artist leaves: one file with works, drafts and statements',
  { tag: '@all' },
  async ({ page }, info) => {
    test.setTimeout(4 * settings.patience)
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
    await logIn(page, { email: 'artist@example.org', password: 'vitrine' })
    await page.goto('/en/profile/studio/')
    const archive = page.getByRole('region', { name: 'Take your works with you' })
    const start = archive.getByRole('button', { name: 'Download everything' })
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await start.scrollIntoViewIfNeeded()
      await page.screenshot({ path: info.outputPath(`artist-archive-${width}.png`) })
      await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width)
      expect(await violations(page)).toEqual([])
    }
    const download = page.waitForEvent('download', { timeout: settings.patience })
    await start.click()
    expect((await download).suggestedFilename()).toMatch(/^works-\d{4}-\d\d-\d\d\.zip$/)
    const files = filesOf(readFileSync(await (await download).path()))
    await expect(archive.getByRole('status')).toContainText('Done')
    const names = [...files.keys()]
    const text = (name: string) => Buffer.from(files.get(name)!).toString()
    const artist = JSON.parse(text('artist.json'))
    expect(artist.name).toBe('Tendai Mukwashi')
    const works = names.filter((name) => name.endsWith('/work.json'))
    expect(works.length).toBeGreaterThan(0)
    for (const name of works) {
      const folder = name.replace('work.json', '')
      expect(JSON.parse(text(name)).artist.name).toBe(artist.name)
      expect(names.filter((other) => other.startsWith(folder) && other !== name).length).toBeGreaterThan(0)
    }
    expect(text('statements/all.pdf')).toMatch(/^%PDF-/)
    expect(text('statements/all.csv')).toContain('Time (UTC),Kind,Artwork')
    expect(text('README.txt')).toContain('Nothing is missing.')
    for (const line of text('SHA256SUMS').trimEnd().split('\n')) {
      const [hash, name] = line.split('  ') as [string, string]
      expect(createHash('sha256').update(files.get(name)!).digest('hex'), name).toBe(hash)
    }
  },
)

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
