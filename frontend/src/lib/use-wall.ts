'use client'

import { type RefObject, useEffect, useState } from 'react'
import { coloursOf, type Wall, wallOf } from './wall'

/** The side of the square in which a picture is sampled, in pixels. */
const side = 48

/** The colours of pictures by address, so that each is sampled once. */
const known = new Map<string, string[]>()

/**
 * The wall for the picture in an element, as soon as it has loaded; before that, and for a picture that can't be read, the wall for the
 * given colour. A colour that the owner chose comes before both.
 */
export function useWall(
  box: RefObject<HTMLElement | null>,
  colour: string | null | undefined,
  chosen?: string,
): Wall {
  const found = useColours(box)
  return wallOf(chosen ? [chosen] : (found ?? (colour ? [colour] : [])))
}

/** The colours of the picture in an element, the most frequent first; null before it has loaded, and if it can't be read. */
export function useColours(box: RefObject<HTMLElement | null>): string[] | null {
  const [found, setFound] = useState<string[] | null>(null)
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
  return found
}

function sampled(img: HTMLImageElement): string[] | null {
  const address = img.currentSrc || img.src
  const before = known.get(address)
  if (before) return before
  const context = Object.assign(document.createElement('canvas'), { width: side, height: side }).getContext(
    '2d',
  )
  if (!context) return null
  try {
    context.drawImage(img, 0, 0, side, side)
    const colours = coloursOf(context.getImageData(0, 0, side, side).data)
    known.set(address, colours)
    return colours
  } catch {
    // From another origin, without its permission.
    return null
  }
}
