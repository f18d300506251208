import 'server-only'
import { env } from '@/lib/env'

/** The address at which this server reaches the data API, and the header that exempts its reads from the rate limit of a single caller. */
export function dataApi(): { uri: string; headers: Record<string, string> } {
  const { GATEWAY_URL, SITE_KEY } = env()
  return {
    uri: `${GATEWAY_URL.replace(/\/$/, '')}/graphql`,
    headers: SITE_KEY ? { 'vitrine-site': SITE_KEY } : {},
  }
}
