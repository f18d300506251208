'use client'

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { EditionsWall as EditionsWallNow } from './editions-wall'

const EditionsWall = lazy(() =>
  import('./editions-wall').then((module) => ({ default: module.EditionsWall })),
)

interface EditionsProps extends React.ComponentProps<typeof EditionsWallNow> {
  /** A placeholder of the grid's size until it has loaded. */
  space: ReactNode
}

/** The grid of all editions of a live work. Its code loads when the visitor gets close to it. */
export function Editions({ space, ...props }: EditionsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element || near) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [near])
  return (
    <div ref={box}>
      {near ? (
        <Suspense fallback={space}>
          <EditionsWall {...props} />
        </Suspense>
      ) : (
        space
      )}
    </div>
  )
}
