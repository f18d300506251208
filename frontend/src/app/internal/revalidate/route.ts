import { timingSafeEqual } from 'node:crypto'
import { revalidateTag } from 'next/cache'
import { z } from 'zod'
import { env } from '@/lib/env'

const body = z.object({ tags: z.array(z.string().min(1).max(200)).min(1).max(100) })

/**
 * Facts make pages stale: `{"tags": ["artworks", "artwork:12"]}` with the header `Vitrine-Revalidate-Key`.
 * The next visitor gets a fresh page. Idempotent; retry freely.
 */
export async function POST(request: Request) {
  const want = Buffer.from(env().REVALIDATE_KEY)
  const have = Buffer.from(request.headers.get('vitrine-revalidate-key') ?? '')
  if (want.length === 0 || want.length !== have.length || !timingSafeEqual(want, have)) {
    return problem(403, 'forbidden', 'The key is wrong or not set')
  }
  const parsed = body.safeParse(await request.json().catch(() => null))
  if (!parsed.success) return problem(400, 'malformed', 'Expected {"tags": ["…"]}')
  for (const tag of parsed.data.tags) revalidateTag(tag, { expire: 0 })
  return Response.json({ revalidated: parsed.data.tags })
}

const problem = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message, details: {} } }, { status })
