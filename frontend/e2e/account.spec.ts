import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { becomeBuyer, expect, test } from './fixtures'
import { linkIn } from './mailbox'
import { settings } from './settings'
import { violations } from './whole'

/** No violations and no sideways scroll on a phone and on a desktop. */
async function sound(page: Page) {
  const before = page.viewportSize()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const found = await violations(page)
    expect.soft(found, `${page.url()} at ${width} px`).toEqual([])
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)
  }
  if (before) await page.setViewportSize(before)
}

test('a portrait is chosen with the keyboard, and a file that isn’t a picture is refused', {
  tag: '@all',
}, async ({ page, mailbox }) => {
  await becomeBuyer(page, mailbox)
  await page.goto('/en/profile/')
  const input = page.getByLabel(/^(Choose a|Replace the) portrait$/)
  const use = page.getByRole('button', { name: 'Use this portrait' })
  await input.focus()
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')])
    await chooser.setFiles({ name, mimeType, buffer })
  }
  await choose('me.txt', 'text/plain', Buffer.from('me'))
  await expect(page.getByRole('alert').filter({ hasText: 'Choose a PNG' })).toBeVisible()
  await sound(page)
  await expect(input).toBeFocused()
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await choose('me.png', 'image/png', Buffer.from(pixel, 'base64'))
  await page.keyboard.press('Tab')
  await expect(use).toBeFocused()
  await sound(page)
  await page.keyboard.press('Enter')
  await expect(use).toHaveCount(0)
  await expect(page.getByAltText('Your portrait')).toBeVisible()
})

for (const width of [390, 1440]) {
  test(`people download their data, cancel a deletion, and delete their account at ${width} px`, {
    tag: '@all',
  }, async ({ page, mailbox }) => {
    test.setTimeout(2 * settings.patience + 180_000)
    await page.setViewportSize({ width, height: 900 })
    const { email } = await becomeBuyer(page, mailbox)
    await page.goto('/en/profile/security/')
    await page.getByRole('button', { name: 'Request your data' }).click()
    const link = page.getByRole('link', { name: 'Download your data' })
    await expect(link).toBeVisible({ timeout: settings.patience })
    const arriving = page.waitForEvent('download')
    await link.click()
    const download = await arriving
    expect(download.suggestedFilename()).toBe('vitrine-data.zip')
    expect(
      readFileSync(await download.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
    await mailbox.waitFor(email, /ready to download/)
    await sound(page)

    const request = async () => {
      await page.getByRole('button', { name: 'Delete this account…' }).click()
      await page.getByRole('button', { name: 'Yes, delete my account' }).click()
      await expect(page.getByText('from the link we emailed you')).toBeVisible()
    }
    await request()
    await sound(page)
    const first = linkIn(
      await mailbox.waitFor(email, /Confirm that we should delete/),
      /account-deletion\/?#/,
    )
    await page.getByRole('button', { name: 'Cancel the deletion' }).click()
    await expect(page.getByRole('button', { name: 'Delete this account…' })).toBeVisible()
    await page.goto(first)
    await page.getByRole('button', { name: 'Confirm the deletion' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link isn’t valid')

    await page.goto('/en/profile/security/')
    await request()
    let second = first
    await expect
      .poll(async () => {
        second = linkIn(await mailbox.waitFor(email, /Confirm that we should delete/), /account-deletion\/?#/)
        return second
      })
      .not.toBe(first)
    await page.goto(second)
    await sound(page)
    await page.getByRole('button', { name: 'Confirm the deletion' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deletion confirmed')
    await mailbox.waitFor(email, /Your account will be deleted/)
    await page.goto('/en/profile/security/')
    await expect(page.getByText('We’ll delete your account after')).toBeVisible()
    // The local instance waits a minute, then the session ends.
    await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible({
      timeout: 150_000,
    })
  })
}
