import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { templates } from './gallery'

const widths = [320, 768, 1024, 1600]

for (const width of widths) {
  test(`no template has an accessibility violation or a sideways scroll at ${width} px`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height: 900 })
    for (const [name, path] of Object.entries(await templates())) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect
        .soft(
          violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
          ),
          name,
        )
        .toEqual([])
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect.soft(beyond, name).toBeLessThanOrEqual(0)
    }
  })
}
