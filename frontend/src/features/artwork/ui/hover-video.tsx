'use client'

import { useEffect, useRef, useState } from 'react'

/** Plays a moving work while a pointer rests on its card or the focus is in it; touch does not start it. */
export function HoverVideo({ src, className }: { src: string; className?: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [wanted, setWanted] = useState(false)
  const [playing, setPlaying] = useState(false)

  useEffect(() => {
    const card = video.current?.closest('article')
    if (!card || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const start = (event: Event) => {
      if (event instanceof PointerEvent && event.pointerType === 'touch') return
      setWanted(true)
      video.current?.play().catch(() => {})
    }
    const stop = () => {
      video.current?.pause()
      setPlaying(false)
    }
    const ends = new AbortController()
    for (const event of ['pointerenter', 'focusin']) card.addEventListener(event, start, ends)
    for (const event of ['pointerleave', 'focusout']) card.addEventListener(event, stop, ends)
    return () => ends.abort()
  }, [])

  return (
    <video
      ref={video}
      src={wanted ? src : undefined}
      autoPlay={wanted}
      muted
      loop
      playsInline
      preload="none"
      aria-hidden="true"
      tabIndex={-1}
      className={className}
      data-playing={playing}
      onPlaying={() => setPlaying(true)}
    />
  )
}
