import { expect, type Page } from '@playwright/test'

/** Opens a page and waits until its event handlers run: earlier input would be lost. */
export async function visit(page: Page, path: string) {
  const response = await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('data-ready')
  return response
}

/** Waits until what starts after the page runs, too: consent, page views, the check of the build, the service worker. */
export const rested = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-ready', 'rested')

/** Enters full screen on the page of a work. The code for its keys loads after the page, so an early key may do nothing. */
export const enterFullScreen = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('f')
    await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible({ timeout: 3000 })
  }).toPass()

/** Waits until the page has stopped scrolling: focusing an element scrolls to it smoothly. */
export const still = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let last = Number.NaN
        const timer = setInterval(() => {
          if (window.scrollY === last) {
            clearInterval(timer)
            resolve()
          }
          last = window.scrollY
        }, 100)
      }),
  )
