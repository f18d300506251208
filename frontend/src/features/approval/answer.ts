import * as z from 'zod/mini'
import '@/lib/api/schema'

/** What a link decides, as the server answers it. */
const approval = z.object({
  kind: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'expired', 'cancelled']),
  summary: z.string(),
  details: z._default(z.array(z.object({ label: z.string(), value: z.string() })), []),
  expiresAt: z.string(),
  decidedAt: z.nullish(z.string()),
  asks: z._default(z.string(), 'owner'),
  digest: z._default(z.string(), ''),
})

export type Approval = z.infer<typeof approval>

export const parseApproval = (value: unknown) => approval.parse(value)
