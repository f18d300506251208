'use client'

import { formatRemaining } from '@/lib/time'
import * as t from '@/messages/artwork-actions'
import { RefreshingCountdown } from '@/ui/refreshing-countdown'

const format = (milliseconds: number) => t.opensIn(formatRemaining(milliseconds))

/** ", in 3 days". The page is refreshed when the drop opens. */
export function Opening({ at }: { at: string }) {
  return <RefreshingCountdown to={at} format={format} after={t.opening} />
}
