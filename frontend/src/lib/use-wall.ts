'use client'

import { type RefObject, useEffect, useState } from 'react'
import { coloursOf, type Wall, wallOf } from './wall'

/** The side of the square in which a picture is sampled, in pixels. */
const side = 48

/** The walls of pictures by address, so that each is sampled once. */
const known = new Map<string, Wall>()

/**
 * The wall for the picture in an element, as soon as it has loaded; before that, and for a picture that can't be read, the wall for the
 * given colour.
 */
export function useWall(box: RefObject<HTMLElement | null>, colour: string | null | undefined): Wall {
  const [found, setFound] = useState<Wall | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const img = element.querySelector('img')
      if (img?.complete && img.naturalWidth > 0) setFound(sampled(img))
    }
    look()
    // The event doesn't bubble.
    element.addEventListener('load', look, true)
    return () => element.removeEventListener('load', look, true)
  }, [box])
  return found ?? wallOf(colour ? [colour] : [])
}

function sampled(img: HTMLImageElement): Wall | null {
  const address = img.currentSrc || img.src
  const before = known.get(address)
  if (before) return before
  const context = Object.assign(document.createElement('canvas'), { width: side, height: side }).getContext(
    '2d',
  )
  if (!context) return null
  try {
    context.drawImage(img, 0, 0, side, side)
    const wall = wallOf(coloursOf(context.getImageData(0, 0, side, side).data))
    known.set(address, wall)
    return wall
  } catch {
    // From another origin, without its permission.
    return null
  }
}
