import AxeBuilder from '@axe-core/playwright'
import type { Page, TestInfo } from '@playwright/test'
import { expect, logIn, test } from './fixtures'
import { settings } from './settings'

const page800 = `<!doctype html><meta charset="utf-8"><meta name="artwork-size" content="800x500"><body><script>
const hash = new URLSearchParams(location.search).get('hash') || '0x00ff00'
document.body.style.background = '#' + hash.slice(2, 8)
parent.postMessage({ type: 'ready' }, '*')
</script>`

const shots = async (page: Page, info: TestInfo, name: string) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width)
    await page.screenshot({ path: info.outputPath(`${name}-${width}.png`), fullPage: true })
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }
}

test('an artist submits a live work, and staff see its proof with the pictures side by side', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(600_000)
  const title = `Tide ${Date.now() % 1_000_000}`
  await logIn(page, { email: 'artist@example.org', password: 'vitrine' })
  await page.goto('/en/profile/studio/new/')
  await page.getByLabel('Title').fill(title)
  await page
    .locator('input[name=live]')
    .setInputFiles({ name: 'tide.html', mimeType: 'text/html', buffer: Buffer.from(page800) })
  const proven = page.getByText('Proven: each of the editions below')
  await expect(proven).toBeVisible({ timeout: 400_000 })
  await shots(page, info, 'studio')
  await page.getByRole('button', { name: 'Use the picture of edition 1' }).click()
  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByLabel('Number of editions').fill('5')
  await page.getByLabel('What the picture shows').fill('One colour')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(async () => {
    await page.getByRole('button', { name: 'Submit the work' }).click()
    await expect(page.getByText('In review.')).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: settings.patience })

  const desk = await (await browser.newContext()).newPage()
  await logIn(desk, { email: 'content@example.org', password: 'vitrine' })
  await desk.goto('/en/profile/desk/submissions/')
  await shots(desk, info, 'submissions')
  await desk.getByRole('link', { name: title }).click()
  const proof = desk.getByRole('region', { name: 'Proof' })
  await expect(proof.getByRole('img')).toHaveCount(6)
  await proof.scrollIntoViewIfNeeded()
  await shots(desk, info, 'review')
  await desk.context().close()
})
