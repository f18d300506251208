'use client'

import { type ReactNode, useRef } from 'react'
import { useWall } from '@/lib/use-wall'
import { Frame, Room } from '@/ui/room'

interface HungProps {
  ratio: number
  /** The colour of the picture, until it has loaded. */
  color: string | null
  /** The colour that the owner chose for the wall; empty for one of the picture's. */
  wall: string
  picture: ReactNode
  className?: string
  /** Its label. */
  children: ReactNode
}

/** A work in its frame, on the wall that its owner chose, or one in its colours. */
export function Hung({ ratio, color, wall: chosen, picture, className, children }: HungProps) {
  const box = useRef<HTMLDivElement>(null)
  const wall = useWall(box, color, chosen)
  return (
    <Room wall={wall} className={className}>
      <Frame ratio={ratio} ref={box}>
        {picture}
      </Frame>
      {children}
    </Room>
  )
}
