'use client'

import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { wordsOf } from './api/error'

/** Timeout of a poll in milliseconds, or the interval itself if that is longer. */
const patience = 30_000

interface Polled<T> {
  /** The newest result; null before the first one. A failed poll keeps it. */
  answer: T | null
  /** Why the last poll failed, in words for the visitor; empty if it succeeded. */
  problem: string
  /** Polls now, after the visitor has changed something: a pending result is older and is dropped. Never rejects. */
  look: () => Promise<void>
}

/**
 * Polls while the page is visible: immediately, then `every` milliseconds after each result, and immediately when the page becomes
 * visible, the window gets focus or the network returns. Polls never overlap. A result that arrives after the component has unmounted,
 * or after a newer poll has started, is dropped, and `signal` aborts its load. A new `load` is used from the next poll on, a new
 * `every` immediately.
 */
export function usePoll<T>(
  load: (signal: AbortSignal) => Promise<T>,
  every: number,
  { enabled = true }: { enabled?: boolean } = {},
): Polled<T> {
  const [answer, setAnswer] = useState<T | null>(null)
  const [problem, setProblem] = useState('')
  const lookNow = useRef(async () => {})
  const paceAnew = useRef(() => {})
  const ask = useEffectEvent(load)
  const pace = useEffectEvent(() => every)

  useEffect(() => {
    if (!enabled) return
    let timer: ReturnType<typeof setTimeout>
    let running: AbortController | undefined
    const visible = () => document.visibilityState === 'visible'
    const giveUp = () => {
      clearTimeout(timer)
      running?.abort()
      running = undefined
    }
    const due = () => {
      giveUp()
      if (visible()) look()
    }
    const look = async () => {
      giveUp()
      const own = new AbortController()
      running = own
      // A request of a connection that died may never end.
      timer = setTimeout(due, Math.max(patience, pace()))
      try {
        const next = await ask(own.signal)
        if (own.signal.aborted) return
        setAnswer(() => next)
        setProblem('')
      } catch (error) {
        if (own.signal.aborted) return
        setProblem(wordsOf(error))
      }
      running = undefined
      rest()
    }
    const rest = () => {
      clearTimeout(timer)
      timer = setTimeout(due, pace())
    }
    const back = () => {
      if (visible() && !running) look()
    }
    lookNow.current = look
    paceAnew.current = () => {
      if (!running) rest()
    }
    back()
    document.addEventListener('visibilitychange', back)
    window.addEventListener('focus', back)
    window.addEventListener('online', back)
    return () => {
      giveUp()
      lookNow.current = async () => {}
      paceAnew.current = () => {}
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener('focus', back)
      window.removeEventListener('online', back)
    }
  }, [enabled])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another pace holds from now on
  useEffect(() => paceAnew.current(), [every])

  return { answer, problem, look: useCallback(() => lookNow.current(), []) }
}
