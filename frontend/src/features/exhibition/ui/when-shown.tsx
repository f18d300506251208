'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

interface WhenShownProps {
  /** Shown while less than half of it is visible, and without scripts. */
  still: ReactNode
  children: ReactNode
}

/** A work that runs only while it is visible, because several at once would slow each other down. */
export function WhenShown({ still, children }: WhenShownProps) {
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(
      (entries) => setShown((entries.at(-1)?.intersectionRatio ?? 0) >= 0.5),
      { threshold: 0.5 },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={box}>{shown ? children : still}</div>
}
