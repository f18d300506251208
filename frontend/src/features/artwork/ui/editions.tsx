'use client'

import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { EditionsWall as EditionsWallNow } from './editions-wall'

const EditionsWall = lazy(() =>
  import('./editions-wall').then((module) => ({ default: module.EditionsWall })),
)

/** The grid of all editions of a live work. Its code loads when the visitor gets close to it. */
export function Editions(props: React.ComponentProps<typeof EditionsWallNow>) {
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
  // Roughly the height of the grid: one row of pictures, or several.
  const space = <div style={{ minHeight: props.editions.size > 5 ? '60svh' : '18rem' }} />
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
