import { readFileSync } from 'node:fs'
import { expect, logIn, test } from './fixtures'
import { violations } from './whole'

test(
  'finance saves the movements of money of a month, and the list of orders links to artists',
  { tag: '@all' },
  async ({ page }, info) => {
    await page.goto('/en/')
    await logIn(page, { email: 'finance@example.org', password: 'vitrine' })
    await page.goto('/en/profile/desk/movements/')
    await expect(page.getByRole('heading', { name: 'Movements of money' })).toBeVisible()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width)
      await page.screenshot({ path: info.outputPath(`movements-${width}.png`) })
      expect(await violations(page)).toEqual([])
    }
    await page.getByLabel('Month (UTC)').selectOption({ index: 0 })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^movements-20\d\d-\d\d\.csv$/)
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/^\ufeffTime \(UTC\),Kind,Order,/)

    await page.goto('/en/profile/desk/')
    await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: info.outputPath(`orders-${width}.png`), fullPage: true })
    }
  },
)
