import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** A preview is a page within the page, with its own headings and landmarks. Its parts are tested on the page that visitors see. */
const preview = 'iframe[title^="Preview on a"]'

/** No accessibility violation and no sideways scroll, on a phone and on a desktop. */
export async function sound(page: Page) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // While the address changes in place, a page has no title for a moment.
    await expect(page).toHaveTitle(/./)
    const { violations } = await new AxeBuilder({ page }).exclude(preview).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
    expect.soft(found, `${page.url()} at ${width} px`).toEqual([])
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)
  }
}
