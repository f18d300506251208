'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '@/lib/idle'
import { formatDateTime, formatRemaining } from '@/lib/time'
import { Countdown } from '@/ui/countdown'

const inWords = (milliseconds: number) => `in ${formatRemaining(milliseconds)}`

interface DropClockProps {
  /** RFC 3339. */
  at: string
  after: string
  /** The moment in UTC, for everybody. */
  children: ReactNode
}

/** How far away a moment is, when it is in UTC, and when that is for the visitor. */
export function DropClock({ at, after, children }: DropClockProps) {
  return (
    <>
      <Countdown to={at} format={inWords} before="soon" after={after} />
      <br />
      {children}
      <br />
      <OwnTime at={at} />
    </>
  )
}

/** Zones are slow to load, so this waits until the page rests; the line is kept for it. */
function OwnTime({ at }: { at: string }) {
  const [own, setOwn] = useState<string>()
  useEffect(
    () =>
      whenIdle(() => {
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
        if (zone !== 'UTC') setOwn(formatDateTime(at, zone))
      }, 2000),
    [at],
  )
  if (!own) return '\u00a0'
  return (
    <>
      <time dateTime={at}>{own}</time> your time
    </>
  )
}
