import { useEffect, useState } from 'react'
import { whenIdle } from './idle'

const isSame = (a: HTMLElement[], b: HTMLElement[]) =>
  a.length === b.length && a.every((place, i) => place === b[i])

/**
 * The elements of the page that match a selector, including later ones. Empty until the page has been idle. Portals render into them, so
 * that no page waits for the code of their content.
 */
export function usePlaces(selector: string): HTMLElement[] {
  const [found, setFound] = useState<HTMLElement[]>([])
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const now = [...document.querySelectorAll<HTMLElement>(selector)]
      setFound((before) => (isSame(before, now) ? before : now))
    }
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    const observer = new MutationObserver(soon)
    // Hydration comes first.
    const stop = whenIdle(() => {
      look()
      observer.observe(document.body, { childList: true, subtree: true })
    }, 1500)
    return () => {
      stop()
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [selector])
  return found
}
