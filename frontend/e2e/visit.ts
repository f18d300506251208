import { expect, type Page } from '@playwright/test'

/** Goes to an address and waits until its page is awake: what is done to it before is not heard. */
export async function visit(page: Page, path: string) {
  const response = await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('data-ready')
  return response
}

/** Waits until everything runs that begins only once a page rests: consent, views, the build, the worker. */
export const rested = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-ready', 'rested')

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
