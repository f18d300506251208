'use client'

import { useEffect, useState } from 'react'

export interface CountdownProps {
  /** RFC 3339. */
  to: string
  /** Formats milliseconds. */
  format: (milliseconds: number) => string
  /** Shown before hydration and after the time has passed. */
  before?: string
  after: string
  onEnd?: () => void
}

/** A countdown. It is not a live region, so screen readers don't announce every tick. */
export function Countdown({ to, format, before = '', after, onEnd }: CountdownProps) {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const end = new Date(to).getTime()
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const rest = end - Date.now()
      setLeft(Math.max(0, rest))
      if (rest <= 0) return onEnd?.()
      // Aligned to whole seconds; less frequent while the target is far away.
      timer = setTimeout(tick, rest > 7_200_000 ? 30_000 : rest % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [to, onEnd])
  return <span className="figures">{left === null ? before : left === 0 ? after : format(left)}</span>
}
