'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Mounts its children only while they are near the window, for lists with hundreds of pictures. It keeps its place otherwise. */
export function Near({ first = false, children }: { first?: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(first)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: '100%',
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} style={{ position: 'absolute', inset: 0 }}>
      {near && children}
    </div>
  )
}
