'use client'

import { useSyncExternalStore } from 'react'
import { formatDateTime, formatRemaining } from '@/lib/time'
import { Countdown } from '@/ui/countdown'

const never = () => () => {}
const inWords = (milliseconds: number) => `in ${formatRemaining(milliseconds)}`

/** How far away a moment is, when that is in the visitor's own zone, and in UTC for everybody. */
export function DropClock({ at, after }: { at: string; after: string }) {
  const zone = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  )
  return (
    <>
      <Countdown to={at} format={inWords} before="soon" after={after} />
      <br />
      {zone !== 'UTC' && (
        <>
          <time dateTime={at}>{formatDateTime(at, zone)}</time> your time
          <br />
        </>
      )}
      <time dateTime={at}>{formatDateTime(at)}</time>
    </>
  )
}
