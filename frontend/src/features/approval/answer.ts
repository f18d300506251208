import * as z from 'zod/mini'
import '@/lib/api/schema'

const text = z._default(z.string(), '')
const maybeTime = z.nullish(z.string())

/** What a link decides. */
const approval = z.object({
  kind: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'expired', 'cancelled']),
  summary: z.string(),
  details: z._default(z.array(z.object({ label: z.string(), value: z.string() })), []),
  expiresAt: z.string(),
  decidedAt: maybeTime,
  asks: z._default(z.string(), 'owner'),
  digest: text,
  work: z.nullish(
    z.object({
      title: z.string(),
      artistName: text,
      editionNumber: z.number(),
      editionSize: z.number(),
      imageUrl: text,
    }),
  ),
  /** What happened after the approval; empty while it is in progress. */
  outcome: text,
  outcomeAt: maybeTime,
  transactionHash: text,
  /** Who decides next; empty once the request is decided. */
  waitsFor: text,
})

export type Approval = z.infer<typeof approval>

export const parseApproval = (value: unknown) => approval.parse(value)
