import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** A moment so many seconds from now as a field for a date and a time takes it. The browser has this process's zone. */
export function localTime(seconds: number): string {
  const at = new Date(Date.now() + seconds * 1000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 19)
    .replace(/(:\d\d):00$/, '$1')
}

/** No accessibility violation and no sideways scroll, on a phone and on a desktop. Leaves pictures where they are asked for. */
export async function sound(page: Page, name: string) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
    expect.soft(found, `${page.url()} at ${width} px`).toEqual([])
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)
    const folder = process.env.E2E_PICTURES
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
}
