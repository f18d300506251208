import type { Locator, Page } from '@playwright/test'
import { becomeBuyer, cards, expect, test, workFor } from './fixtures'
import { settings } from './settings'

/** Presses Tab until the element has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, place: Locator) {
  await expect(place).toBeVisible()
  // Tab passes over fields that wait for data.
  await expect(place).toBeEnabled()
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    if (await place.evaluate((element) => element === document.activeElement)) {
      // Its own outline, or the outline of the area that it covers.
      const shown = await place.evaluate((element) =>
        [null, '::after'].some((part) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
          return outlineStyle !== 'none' && outlineWidth !== '0px'
        }),
      )
      expect(shown, 'the focus is visible').toBe(true)
      return
    }
  }
  throw new Error(`Tab never reached ${place}`)
}

async function press(page: Page, place: Locator, key = 'Enter') {
  await tabTo(page, place)
  await page.keyboard.press(key)
}

test('from the front page to a work, without a mouse', async ({ page }) => {
  await page.goto('/en/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^Skip to/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  await page.goto('/en/')
  await press(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Artworks' }))
  await page.waitForURL('**/en/artworks/')
  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.type('moon')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=moon/)
  await press(page, page.getByRole('article').first().getByRole('link').first())
  await page.waitForURL(/\/artworks\/[a-z0-9-]+-\d+\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a purchase by card, without a mouse', { tag: '@all' }, async ({ page, mailbox }) => {
  const work = await workFor(7)
  await becomeBuyer(page, mailbox)
  await page.goto(`/en/artworks/${work.slug}/`)
  await press(page, page.getByRole('link', { name: 'Buy', exact: true }))
  await page.waitForURL(`**/artworks/${work.slug}/checkout/`)
  await tabTo(page, page.getByLabel('Billing country'))
  await page.keyboard.type('Germany')
  await press(page, page.getByRole('checkbox', { name: 'I accept the terms and conditions' }), 'Space')
  await expect(page.getByRole('status')).toContainText('Held for you until')
  // A radio group is one stop; arrows move within it.
  const methods = page.getByRole('radiogroup', { name: 'Payment method' })
  await tabTo(page, methods.getByRole('radio', { name: 'Card' }))
  await page.keyboard.press('ArrowDown')
  await expect(methods.getByRole('radio', { name: 'Ether' })).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await expect(methods.getByRole('radio', { name: 'Card' })).toBeChecked()
  await press(page, page.getByRole('button', { name: 'Pay by card' }))

  await page.getByLabel('Card number').focus()
  await page.keyboard.type(cards.good)
  await page.keyboard.press('Tab')
  await page.keyboard.type('12 / 34')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you', {
    timeout: settings.patience,
  })
  await press(page, page.getByRole('link', { name: 'Your collection' }))
  await page.waitForURL('**/profile/collection/')
  await expect(page.getByRole('article').filter({ hasText: work.title })).toBeVisible({
    timeout: settings.patience,
  })
})
