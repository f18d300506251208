import * as z from 'zod/mini'
import * as refund from '@/gen/fields/RefundCheckoutRequest'
import * as release from '@/gen/fields/ReleaseEditionRequest'
import { defineForm, text } from '@/lib/form'
import { formatMoney } from '@/lib/money'
import { addressProblem } from '@/lib/wallet/address'
import * as t from '@/messages/desk'
import { amountOf, type Refundable } from './model'

const reason = { too_small: t.whyMissing }

/** What staff type to refund an order. The checked amount is in minor units, empty for all that is left. */
const refundSchema = ({ paymentMethod, amount: left, refundAddress }: Refundable) =>
  z
    .object({
      amount: z.pipe(
        z.string(),
        z.transform((typed, { issues }) => {
          const amount = left ? amountOf(typed, left) : ''
          if (amount === null && left)
            issues.push({ code: 'custom', message: t.badAmount(formatMoney(left)), input: typed })
          return amount ?? ''
        }),
      ),
      address: z.string().check(
        z.trim(),
        z.check(async ({ value, issues }) => {
          if (paymentMethod !== 'ether' || (!value && refundAddress)) return
          const message = value ? await addressProblem(value) : t.addressMissing
          if (message) issues.push({ code: 'custom', message, input: value })
        }),
      ),
      againstReturn: z.boolean(),
      note: text(refund.note, reason),
    })
    .check(
      z.refine(({ amount, againstReturn }) => !againstReturn || amount === '', {
        path: ['amount'],
        message: t.wholeReturn,
      }),
    )

export const refundForm = defineForm(refundSchema, {
  amount: '',
  address: '',
  againstReturn: false,
  note: '',
})

const releaseSchema = z.object({ note: text(release.note, reason) })

/** What staff type to put an edition on sale again. */
export const releaseForm = defineForm(() => releaseSchema, { note: '' })
