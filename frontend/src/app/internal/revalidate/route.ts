import { revalidateTag } from 'next/cache'
import { z } from 'zod'
import { isOwnRequest } from '@/lib/revalidation/loopback'

const body = z.object({ tags: z.array(z.string().min(1).max(200)).min(1).max(100) })

/** Marks pages of this process as stale. Only the process itself can request it: `{"tags": ["artworks", "artwork:12"]}`. The next visitor gets a fresh page. */
export async function POST(request: Request) {
  if (!isOwnRequest(request.headers)) return problem(403, 'forbidden', 'This is for the server itself')
  const parsed = body.safeParse(await request.json().catch(() => null))
  if (!parsed.success) return problem(400, 'malformed', 'Expected {"tags": ["…"]}')
  for (const tag of parsed.data.tags) revalidateTag(tag, { expire: 0 })
  return Response.json({ revalidated: parsed.data.tags })
}

const problem = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message, details: {} } }, { status })
