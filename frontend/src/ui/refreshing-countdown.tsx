'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef } from 'react'
import { Countdown, type CountdownProps } from './countdown'

/** Milliseconds after the event: soon, then once more in case the server was late. */
const looks = [2000, 30_000]
/** Milliseconds of jitter, so that waiting visitors don't all reload at the same time. */
const spread = 4000

/** A countdown to a time at which the page changes. The page is then refreshed in place. */
export function RefreshingCountdown(props: Omit<CountdownProps, 'onEnd'>) {
  const { refresh } = useRouter()
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  const onEnd = useCallback(() => {
    timers.current = looks.map((after) => setTimeout(refresh, after + Math.random() * spread))
  }, [refresh])
  // The refreshed page has no countdown, or another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another moment forgets the one before
  useEffect(
    () => () => {
      for (const timer of timers.current) clearTimeout(timer)
      timers.current = []
    },
    [props.to, onEnd],
  )
  return <Countdown {...props} onEnd={onEnd} />
}
