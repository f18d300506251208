'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef } from 'react'
import { Countdown, type CountdownProps } from './countdown'

/** Milliseconds after the moment: soon, then once more for a house that was late to notice it. */
const looks = [2000, 30_000]
/** Milliseconds among which those who wait are spread, so that they do not all ask at once. */
const spread = 4000

/** A countdown to a moment at which the page becomes another one: it is asked for anew then, under the eyes of who waits. */
export function Moment(props: Omit<CountdownProps, 'onEnd'>) {
  const { refresh } = useRouter()
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  const onEnd = useCallback(() => {
    timers.current = looks.map((after) => setTimeout(refresh, after + Math.random() * spread))
  }, [refresh])
  // The page that came instead counts to no moment, or to another one.
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
