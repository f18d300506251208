import * as z from 'zod/mini'
import { formatMoney } from '@/lib/money'
import { addressProblem } from '@/lib/wallet/address'
import * as t from '@/messages/desk'
import '@/lib/api/schema'
import { amountOf, type Refundable } from './model'

/** What staff type to refund an order. The checked amount is in minor units, empty for all that is left. */
export const refundForm = ({ paymentMethod, amount: left, refundAddress }: Refundable) =>
  z
    .object({
      amount: z.pipe(
        z.string(),
        z.transform((text, { issues }) => {
          const amount = left ? amountOf(text, left) : ''
          if (amount === null && left)
            issues.push({ code: 'custom', message: t.badAmount(formatMoney(left)), input: text })
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
      note: z.string().check(z.trim(), z.minLength(1, t.whyMissing)),
    })
    .check(
      z.refine(({ amount, againstReturn }) => !againstReturn || amount === '', {
        path: ['amount'],
        message: t.wholeReturn,
      }),
    )

export type RefundFilled = z.input<ReturnType<typeof refundForm>>
export type RefundChecked = z.output<ReturnType<typeof refundForm>>

export const emptyRefund: RefundFilled = { amount: '', address: '', againstReturn: false, note: '' }

/** What staff type to put an edition on sale again. */
export const releaseForm = z.object({ note: z.string().check(z.trim(), z.minLength(1, t.whyMissing)) })
