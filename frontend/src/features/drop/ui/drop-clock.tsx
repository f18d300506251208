'use client'

import type { ReactNode } from 'react'
import { formatRemaining } from '@/lib/time'
import { useHydrated } from '@/ui/hydrated'
import { Moment } from '@/ui/moment'
import { everywhere, ownTime } from '../own-time'

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
      <Moment to={at} format={inWords} before="soon" after={after} />
      <br />
      {children}
      <br />
      <OwnTime at={at} />
    </>
  )
}

/**
 * The server cannot know the visitor's zone. The line says something true until the page does, and each of its texts is short
 * enough for the same single line on a phone.
 */
function OwnTime({ at }: { at: string }) {
  return useHydrated() ? ownTime(at) : everywhere
}
