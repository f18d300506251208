import { env } from '@/lib/env'

export const dynamic = 'force-dynamic'

/** The settings are complete. The gateway has its own readiness; waiting for it here would be circular. */
export function GET() {
  env()
  return new Response('ok\n')
}
