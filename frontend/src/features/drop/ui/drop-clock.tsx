'use client'

import { useSyncExternalStore } from 'react'
import { formatDateTime, formatRemaining } from '@/lib/time'
import { Countdown } from '@/ui/countdown'

const never = () => () => {}

/** The moment in the visitor's own zone, and how far away it is. */
export function DropClock({ at, words, after }: { at: string; words: string; after: string }) {
  const zone = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  )
  return (
    <>
      {words} <Countdown to={at} format={formatRemaining} before="soon" after={after} />
      {zone !== 'UTC' && (
        <>
          {': '}
          <time dateTime={at}>{formatDateTime(at, zone)}</time> your time
        </>
      )}
    </>
  )
}
