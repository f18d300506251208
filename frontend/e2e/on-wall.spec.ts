import { expect, test } from '@playwright/test'
import { sample } from './gallery'
import { visit } from './visit'
import { violations } from './whole'

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a work hangs on a wall at its size, ${width} px, ${colorScheme}`, { tag: '@all' }, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { artwork } = await sample()
      await visit(page, `/en/artworks/${artwork}/`)
      const open = page.getByRole('button', { name: 'View on a wall' })
      await open.click()
      const dialog = page.getByRole('dialog', { name: 'On a wall' })
      const picture = dialog.getByRole('img', { name: / on a wall, \d+ × \d+ cm/ })
      await expect(picture).toBeVisible()
      expect(await violations(page)).toEqual([])

      // Work and person are drawn to the same scale, at each size.
      for (const side of [40, 60, 100, 150]) {
        await dialog.getByRole('radio', { name: `${side} cm` }).check()
        await expect(dialog).toHaveAccessibleDescription(new RegExp(`^(${side} × \\d+|\\d+ × ${side}) cm`))
        // The size changes in a short transition.
        await expect(async () => {
          const work = (await picture.boundingBox())!
          const person = (await dialog.locator('svg').boundingBox())!
          const shown = (170 * Math.max(work.width, work.height)) / person.height
          expect(Math.abs(shown - side)).toBeLessThan(1)
          const room = (await dialog.locator('[data-wall]').boundingBox())!
          expect(work.x).toBeGreaterThanOrEqual(room.x)
          expect(work.y).toBeGreaterThanOrEqual(room.y)
          expect(person.x + person.width).toBeLessThanOrEqual(room.x + room.width)
        }).toPass({ timeout: 10_000 })
      }
      const far = (await picture.boundingBox())!
      await dialog.getByRole('radio', { name: 'Up close' }).check()
      await expect.poll(async () => (await picture.boundingBox())!.width > 1.5 * far.width).toBe(true)

      // Arrow keys choose within a group and don't lead to another work; the choice is kept.
      await dialog.getByRole('radio', { name: '150 cm' }).focus()
      await page.keyboard.press('ArrowLeft')
      await expect(dialog.getByRole('radio', { name: '100 cm' })).toBeChecked()
      await dialog.getByRole('radio', { name: 'Dark' }).check()
      await dialog.getByRole('button', { name: 'Close' }).focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(open).toBeFocused()
      expect(new URL(page.url()).pathname).toBe(`/en/artworks/${artwork}/`)
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('data-ready')
      await open.click()
      await expect(dialog.getByRole('radio', { name: '100 cm' })).toBeChecked()
      await expect(dialog.getByRole('radio', { name: 'Dark' })).toBeChecked()
    })
  }
}
