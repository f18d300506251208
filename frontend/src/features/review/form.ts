import * as z from 'zod/mini'
import * as decision from '@/gen/fields/DecideReviewRequest'
import { defineForm, text } from '@/lib/form'
import { addressProblem } from '@/lib/wallet/address'
import * as t from '@/messages/review'
import { type Action, needsAddress, type Review } from './model'

interface Filled {
  /** Empty before one is chosen. */
  action: Action | ''
  address: string
  note: string
}

/** What staff decide about a case. The address is for refunds in ether, which may go where the payment says. */
const decisionSchema = (review: Review) =>
  z.pipe(
    z
      .object({
        action: z.union([z.literal(''), decision.action]),
        address: z.string().check(z.trim()),
        note: text(decision.note, { too_small: t.reasonMissing }),
      })
      .check(async ({ value: { action, address }, issues }) => {
        if (!action || action !== 'refund' || (!address && !needsAddress(review, action))) return
        const message = await addressProblem(address)
        if (message) issues.push({ code: 'custom', message, input: address, path: ['address'] })
      }),
    z.transform(({ action, address, note }: Filled) => ({
      action: action as Action,
      note,
      address: action === 'refund' ? address : '',
    })),
  )

const empty: Filled = { action: '', address: '', note: '' }

export const decisionForm = defineForm(decisionSchema, empty)
