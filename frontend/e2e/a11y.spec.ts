import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { sample, templates } from './gallery'

for (const [name, at] of Object.entries(templates)) {
  test(`${name}: no accessibility violation and no sideways scroll at any width`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 900 })
    await page.goto(at(await sample()))
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const width of [320, 768, 1024, 1600]) {
      await page.setViewportSize({ width, height: 900 })
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect.soft(beyond, `${width} px`).toBeLessThanOrEqual(0)
      // At these widths the rules would see the same elements.
      if (width === 768 || width === 1024) continue
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
      expect.soft(found, `${width} px`).toEqual([])
    }
  })
}
