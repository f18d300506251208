import { useEffect, useEffectEvent } from 'react'
import { growth } from './reveal'

/** The longest step of the clock in milliseconds: a hidden page and a busy one stop it instead of skipping a part, as in live works. */
const longest = 100
/** The least time between two frames in milliseconds: about 30 a second, which leaves the rest of a core to everything else. */
const pace = 1000 / 31

/** Runs the clock of a growth: `onFrame` gets the moment, from 0 to 1, and `onEnd` follows the last one. */
export function useGrowth(running: boolean, onEnd: () => void, onFrame?: (moment: number) => void) {
  const frame = useEffectEvent((moment: number) => onFrame?.(moment))
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!running) return
    let elapsed = 0
    let last = performance.now()
    let next = requestAnimationFrame(function step(now) {
      next = requestAnimationFrame(step)
      if (now - last < pace) return
      elapsed += Math.min(longest, now - last)
      last = now
      frame(Math.min(1, elapsed / 1000 / growth))
      if (elapsed < growth * 1000) return
      cancelAnimationFrame(next)
      end()
    })
    return () => cancelAnimationFrame(next)
  }, [running])
}
