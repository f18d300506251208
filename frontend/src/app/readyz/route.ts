import { env } from '@/lib/env'

export const dynamic = 'force-dynamic'

/** The settings are whole. The gateway has its own readiness; waiting for it here would make a circle. */
export function GET() {
  env()
  return new Response('ok\n')
}
