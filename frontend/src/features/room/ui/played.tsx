'use client'

import { type RefObject, useEffect } from 'react'
import { useGrowth } from '../use-growth'

interface PlayedProps {
  /** The element with the film. */
  box: RefObject<HTMLElement | null>
  onEnd: () => void
}

/** A film that starts as soon as it hangs, a recording with its sound if the browser allows that. */
export function Played({ box, onEnd }: PlayedProps) {
  useGrowth(true, onEnd)
  useEffect(() => {
    box.current
      ?.querySelector('video')
      ?.play()
      .catch(() => undefined)
  }, [box])
  return null
}
