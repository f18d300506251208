import { accept, test as base, becomeBuyer, expect, openCheckout, workFor } from './fixtures'
import { type House, startHouse } from './house'
import { settings } from './settings'

/** A second house beside the first, in which holds end after seconds. */
const test = base.extend<object, { hold: string; hasty: Pick<House, 'baseURL' | 'mailboxURL'> }>({
  hold: ['20s', { option: true, scope: 'worker' }],
  hasty: [
    async ({ hold }, use) => {
      if (settings.shortHoldURL && settings.shortHoldMailboxURL) {
        await use({ baseURL: settings.shortHoldURL, mailboxURL: settings.shortHoldMailboxURL })
        return
      }
      const house = await startHouse(settings.offset + 3000, { HOLD_FOR: hold })
      await use(house)
      await house.stop()
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  baseURL: async ({ hasty }, use) => use(hasty.baseURL),
  mailboxURL: async ({ hasty }, use) => use(hasty.mailboxURL),
})

test('a hold that ends charges nothing and can be made again', async ({ page, mailbox, hasty }) => {
  const work = await workFor(0, hasty.baseURL)
  await becomeBuyer(page, mailbox)
  await openCheckout(page, work)
  await accept(page)
  const terms = page.getByRole('checkbox', { name: 'I accept the terms and conditions' })
  await expect(page.getByRole('status')).toContainText('Nothing was charged', { timeout: settings.patience })
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeDisabled()
  await expect(terms).not.toBeChecked()
  await accept(page)
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeEnabled()
})
