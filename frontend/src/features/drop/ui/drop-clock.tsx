'use client'

import type { ReactNode } from 'react'
import { formatRemaining } from '@/lib/time'
import * as t from '@/messages/drop'
import { useHydrated } from '@/ui/hydrated'
import { RefreshingCountdown } from '@/ui/refreshing-countdown'
import { everywhere, ownTime } from '../own-time'

const inWords = (milliseconds: number) => t.opensIn(formatRemaining(milliseconds))

interface DropClockProps {
  /** RFC 3339. */
  at: string
  after: string
  /** The time in UTC. */
  children: ReactNode
}

/** A countdown, the time in UTC, and the time in the visitor's zone. */
export function DropClock({ at, after, children }: DropClockProps) {
  return (
    <>
      <RefreshingCountdown to={at} format={inWords} before={t.soon} after={after} />
      <br />
      {children}
      <br />
      <OwnTime at={at} />
    </>
  )
}

/** The time that is left, on its own. */
export const LargeClock = ({ to, after }: { to: string; after: string }) => (
  <RefreshingCountdown to={to} format={formatRemaining} before="…" after={after} />
)

/**
 * The server doesn't know the visitor's time zone. Until the browser does, the line shows a neutral text. Each text fits one line
 * on a phone.
 */
function OwnTime({ at }: { at: string }) {
  return useHydrated() ? ownTime(at) : everywhere
}
