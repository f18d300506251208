'use client'

import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { wordsOf } from './api/error'

/** Milliseconds after which an answer is no longer waited for, or the pace itself where that is slower. */
const patience = 30_000

interface Polled<T> {
  /** The newest answer; null before the first one. A look that fails leaves it. */
  answer: T | null
  /** Why the last look failed, for people; empty after one that did not. */
  problem: string
  /** Looks now, for what the visitor has just changed: an answer still under way is older than that and is dropped. Never rejects. */
  look: () => Promise<void>
}

/**
 * Asks again and again while somebody looks: at once, then `every` milliseconds after each answer, and at once when the page is
 * seen, the window focused or the network there again. Looks never overlap, and nothing is asked of a hidden page. An answer that
 * comes after its page is gone, or after a newer look has begun, is dropped; `signal` says so to a load that keeps its answer
 * elsewhere. Another `load` is used from the next look on, another `every` at once.
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
