'use client'

import { useEffect, useState } from 'react'

export interface CountdownProps {
  /** RFC 3339. */
  to: string
  /** Turns milliseconds into words. */
  format: (milliseconds: number) => string
  /** Shown until the browser knows the time, and when the moment has passed. */
  before?: string
  after: string
  onEnd?: () => void
}

/** Text that counts down. It informs and does not shout: it is not a live region. */
export function Countdown({ to, format, before = '', after, onEnd }: CountdownProps) {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const end = new Date(to).getTime()
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const rest = end - Date.now()
      setLeft(Math.max(0, rest))
      if (rest <= 0) return onEnd?.()
      // Aligned to whole seconds, so that the figures change when the second does; coarse when far away.
      timer = setTimeout(tick, rest > 7_200_000 ? 30_000 : rest % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [to, onEnd])
  return <span className="figures">{left === null ? before : left === 0 ? after : format(left)}</span>
}
