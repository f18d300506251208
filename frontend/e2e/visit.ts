import { expect, type Page } from '@playwright/test'

/** Goes to an address and waits until its page is awake: what is done to it before is not heard. */
export async function visit(page: Page, path: string) {
  const response = await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('data-ready')
  return response
}

/** Waits until everything runs that begins only once a page rests: consent, views, the build, the worker. */
export const rested = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-ready', 'rested')

/** Enters full screen on the page of a work. The code for its keys loads after the page, so an early key may do nothing. */
export const enterFullScreen = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('f')
    await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible({ timeout: 3000 })
  }).toPass()

/** Waits until the page has stopped scrolling: the focus brings what it goes to smoothly into the window. */
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
