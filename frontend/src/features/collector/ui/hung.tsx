'use client'

import { type ReactNode, useRef } from 'react'
import { useWall } from '@/lib/use-wall'
import { Frame, Room } from '@/ui/room'

interface HungProps {
  ratio: number
  /** The colour of the picture, until it has loaded. */
  color: string | null
  picture: ReactNode
  className?: string
  /** Its label. */
  children: ReactNode
}

/** A work in its frame, on a wall in one of its colours. */
export function Hung({ ratio, color, picture, className, children }: HungProps) {
  const box = useRef<HTMLDivElement>(null)
  const wall = useWall(box, color)
  return (
    <Room wall={wall} className={className}>
      <Frame ratio={ratio} ref={box}>
        {picture}
      </Frame>
      {children}
    </Room>
  )
}
