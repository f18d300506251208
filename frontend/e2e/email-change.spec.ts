import type { Page } from '@playwright/test'
import { expect, newPerson, test } from './fixtures'
import { linkIn } from './mailbox'
import { walletName } from './wallet'
import { violations } from './whole'

const noViolations = async (page: Page) => {
  expect(await violations(page)).toEqual([])
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function signIn(page: Page, email: string) {
  await page.goto('/en/login/')
  await page.getByRole('button', { name: 'Sign in with Ethereum' }).click()
  await page.getByRole('button', { name: walletName }).click()
  await page.waitForURL((url) => url.pathname === '/en/profile/collection/')
  await page.goto('/en/profile/')
  await page.getByLabel('First name').fill('Wanda')
  await page.getByLabel('Last name').fill('Wallet')
  await ask(page, email)
  await expect(page.getByLabel('Email')).toHaveValue(email)
}

async function ask(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
}

test('a new email needs the confirmation of both addresses', { tag: '@all' }, async ({
  page,
  wallet,
  mailbox,
}) => {
  const current = newPerson().email
  const next = newPerson().email
  expect(wallet.address).toMatch(/^0x/)
  await signIn(page, current)
  await ask(page, next)
  const pending = page.getByRole('status').filter({ hasText: 'Waiting for confirmation' })
  await expect(pending).toContainText(`We sent a link to ${current} and to ${next}.`)
  await expect(page.getByLabel('Email')).toHaveValue(current)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await noViolations(page)

  const toNew = linkIn(await mailbox.waitFor(next, /email-change/), /email-change\/#/)
  const toCurrent = linkIn(await mailbox.waitFor(current, /email-change/), /email-change\/#/)
  const other = await page.context().newPage()
  await other.goto(toNew)
  await expect(heading(other, 'Use this email address?')).toBeVisible()
  await expect(other.getByRole('main')).toContainText(next)
  await expect(other.getByRole('main')).not.toContainText(current)
  await noViolations(other)
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(heading(other, 'Confirmed')).toBeFocused()
  await expect(other.getByText('Now open the link that we sent to your current address.')).toBeVisible()
  await expect(pending).toContainText(`Confirmed from ${next}.`, { timeout: 30_000 })
  await expect(page.getByLabel('Email')).toHaveValue(current)

  await other.goto(toCurrent)
  await expect(heading(other, 'Change your email address?')).toBeVisible()
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(heading(other, 'Your email address has changed')).toBeFocused()
  await noViolations(other)
  // The waiting page updates automatically.
  await expect(page.getByLabel('Email')).toHaveValue(next, { timeout: 30_000 })
  await expect(pending).toHaveCount(0)
  await mailbox.waitFor(current, /Your email address has changed/)
})

test('either address stops a change, and so does its owner', { tag: '@all' }, async ({
  page,
  wallet,
  mailbox,
}) => {
  const current = newPerson().email
  expect(wallet.address).toMatch(/^0x/)
  await signIn(page, current)
  const first = newPerson().email
  await ask(page, first)
  const pending = page.getByRole('status').filter({ hasText: 'Waiting for confirmation' })
  await pending.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(pending).toHaveCount(0)
  const other = await page.context().newPage()
  await other.goto(linkIn(await mailbox.waitFor(first, /email-change/), /email-change\/#/))
  await expect(heading(other, 'This change has ended')).toBeVisible()
  await expect(other.getByText('It was cancelled in the profile.')).toBeVisible()

  const second = newPerson().email
  await ask(page, second)
  await expect(pending).toContainText(second)
  await other.goto(linkIn(await mailbox.waitFor(second, /email-change/), /email-change\/#/))
  await other.getByRole('button', { name: 'Stop this change' }).click()
  await expect(heading(other, 'The change is stopped')).toBeFocused()
  await expect(other.getByText('The account keeps its address.')).toBeVisible()
  await expect(pending).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByLabel('Email')).toHaveValue(current)

  await other.goto('/en/email-change/#no-secret')
  await expect(heading(other, 'This link isn’t valid')).toBeVisible()
})
