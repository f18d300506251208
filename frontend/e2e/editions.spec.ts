import type { Page } from '@playwright/test'
import { accept, becomeBuyer, expect, test } from './fixtures'
import { liveWorks } from './gallery'

const chosen = 4

type Work = (typeof liveWorks)[number]

/** A live work of which the chosen edition and more can be bought. */
async function workForSale(page: Page): Promise<Work> {
  for (const work of liveWorks.filter(({ size }) => size > chosen)) {
    const response = await page.request.post('/graphql', {
      data: { query: `{ artwork(slug: "${work.slug}") { availability } }` },
    })
    const { data } = (await response.json()) as { data: { artwork: { availability: string } } }
    if (data.artwork.availability === 'AVAILABLE') return work
  }
  throw new Error('No live work is for sale')
}

/** Goes from the live work, stepping to the chosen edition, to its checkout. */
async function chooseEdition(page: Page, work: Work) {
  await page.goto(`/en/artworks/${work.slug}/?edition=${chosen - 1}`)
  const next = page.getByRole('button', { name: 'Next edition' })
  await next.scrollIntoViewIfNeeded()
  await next.click()
  await page
    .getByRole('link', { name: new RegExp(`^Buy #${chosen} · `) })
    .filter({ visible: true })
    .first()
    .click()
  await page.waitForURL(`**/artworks/${work.slug}/checkout/?edition=${chosen}`)
  await expect(page.getByText(`#${chosen} of ${work.size}`)).toBeVisible()
}

test('a buyer gets exactly the chosen edition; the next one, on a phone, is offered another', async ({
  page,
  browser,
  mailbox,
}) => {
  await becomeBuyer(page, mailbox)
  const work = await workForSale(page)
  await chooseEdition(page, work)
  await accept(page)
  await expect(page.getByText(`#${chosen} of ${work.size}`)).toBeVisible()

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await becomeBuyer(phone, mailbox)
  await chooseEdition(phone, work)
  const terms = phone.getByRole('checkbox', { name: 'I accept the terms and conditions' })
  await phone.getByLabel('Billing country').selectOption('DE')
  await terms.click()
  const status = phone.getByRole('status').filter({ hasText: /\S/ }).first()
  await expect(status).toContainText(`Edition ${chosen} isn't available right now.`)
  const other = phone.getByRole('button', { name: /^Choose edition #\d+$/ })
  const number = Number(/\d+/.exec((await other.textContent())!)![0])
  expect(number).not.toBe(chosen)
  await other.click()
  await expect(phone.getByText(`#${number} of ${work.size}`)).toBeVisible()
  await accept(phone)
  await phone.reload()
  await expect(phone.getByText(`#${number} of ${work.size}`)).toBeVisible()

  for (const one of [phone, page]) {
    await one.getByRole('button', { name: /^Cancel/ }).click()
    await expect(one.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  }
  await context.close()
})
