import { expect, type Page } from '@playwright/test'
import { violations } from './whole'

/** No accessibility violation and no sideways scroll, on a phone and on a desktop. */
export async function sound(page: Page) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // While the address changes in place, a page has no title for a moment.
    await expect(page).toHaveTitle(/./)
    const found = await violations(page)
    expect.soft(found, `${page.url()} at ${width} px`).toEqual([])
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)
  }
}
