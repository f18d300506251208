import * as z from 'zod/mini'
import '@/lib/api/schema'

const count = z._default(z.int(), 0)
/** 64-bit figures arrive as strings. */
const big = z.pipe(z._default(z.union([z.string(), z.number()]), '0'), z.transform(Number))

/** GET /api/invariants: counts over the whole shop, nothing personal. */
export const invariants = z.looseObject({
  violations: count,
  oversoldArtworks: count,
  unmatchedPayments: count,
  unpaidCompletions: count,
  unbalancedLedgers: count,
  unmatchedTokens: count,
  illegalTransitions: count,
  vanishedTokens: count,
  editions: count,
  sold: count,
  held: count,
  openReviews: count,
  oldestUnresolved: z._default(z.array(z.looseObject({ kind: z.string(), seconds: big, count })), []),
  artworks: z._default(
    z.array(
      z.looseObject({
        artworkId: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
        editionSize: count,
        sold: count,
        held: count,
      }),
    ),
    [],
  ),
  at: z.nullish(z.string()),
})

export type Invariants = z.infer<typeof invariants>
