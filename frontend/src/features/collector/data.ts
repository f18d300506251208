import 'server-only'
import { cache } from 'react'
import { dataApi } from '@/lib/apollo/data-api'
import { env } from '@/lib/env'
import type { Collector } from './model'

/** The timeout of the request in milliseconds. */
const patience = 10_000

/**
 * The public page of a name; null if it doesn't exist or is off. It isn't cached, because a page that its collector has switched off
 * must not be seen again.
 */
export const getCollector = cache(async (name: string): Promise<Collector | null> => {
  const url = new URL(`/api/collectors/${encodeURIComponent(name)}`, env().GATEWAY_URL)
  const response = await fetch(url, {
    cache: 'no-store',
    headers: dataApi().headers,
    signal: AbortSignal.timeout(patience),
  })
  if (response.status === 404 || response.status === 422) return null
  if (!response.ok) throw new Error(`collector page: status ${response.status}`)
  return (await response.json()) as Collector
})
