'use client'

import { useEffect, useState } from 'react'
import { onClock, serverNow } from './clock'

export interface CountdownProps {
  /** RFC 3339. */
  to: string
  /** Formats milliseconds. */
  format: (milliseconds: number) => string
  /** Shown before hydration and after the time has passed. */
  before?: string
  after: string
  onEnd?: () => void
  /** The clock that `to` refers to; the server's by default. */
  now?: () => number
}

/** A countdown. It is not a live region, so screen readers don't announce every tick. */
export function Countdown({ to, format, before = '', after, onEnd, now = serverNow }: CountdownProps) {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const end = new Date(to).getTime()
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    const tick = () => {
      clearTimeout(timer)
      const rest = end - now()
      setLeft(Math.max(0, rest))
      // The server's clock may become known after the end, and may disagree.
      if (rest <= 0) {
        if (!ended) onEnd?.()
        ended = true
        return
      }
      ended = false
      // Aligned to whole seconds; less frequent while the target is far away.
      timer = setTimeout(tick, rest > 7_200_000 ? 30_000 : rest % 1000 || 1000)
    }
    tick()
    const stop = now === serverNow ? onClock(tick) : undefined
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [to, onEnd, now])
  return <span className="figures">{left === null ? before : left === 0 ? after : format(left)}</span>
}
