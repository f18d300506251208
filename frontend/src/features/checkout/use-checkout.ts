'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, wordsOf } from '@/lib/api/error'
import { readCheckout } from './calls'
import { type Checkout, isSettled, pollDelay } from './model'

interface Followed {
  checkout: Checkout | null
  /** When this browser received it, in milliseconds. */
  receivedAt: number
  /** There is no such checkout, or it is another person's. */
  missing: boolean
  problem: string
  /** Takes an answer that came another way. */
  take: (checkout: Checkout) => void
  look: () => void
}

/**
 * Follows a checkout at the server until it is settled: every 2 to 10 seconds while the page is seen, and at once when the person or
 * the network comes back. Not usePoll: its pace is one, does not begin anew with the person, and its answers come from looks alone.
 */
export function useCheckout(id: string | null): Followed {
  const [checkout, setCheckout] = useState<Checkout | null>(null)
  const [receivedAt, setReceivedAt] = useState(0)
  const [missing, setMissing] = useState(false)
  const [problem, setProblem] = useState('')
  const looks = useRef(0)
  const taken = useRef(0)
  const lookNow = useRef(() => {})

  const take = useCallback((next: Checkout) => {
    taken.current++
    setCheckout((before) => {
      if (before?.status !== next.status || before.confirmations !== next.confirmations) looks.current = 0
      return next
    })
    setReceivedAt(Date.now())
    setProblem('')
  }, [])

  useEffect(() => {
    if (!id) return
    let timer: ReturnType<typeof setTimeout>
    let ended = false
    const controller = new AbortController()
    const visible = () => document.visibilityState === 'visible'
    const look = async () => {
      clearTimeout(timer)
      let settled = false
      const before = taken.current
      try {
        const next = await readCheckout(id, controller.signal)
        if (ended) return
        // What was answered meanwhile to a press, or to a later look, is newer.
        if (taken.current === before) {
          take(next)
          settled = isSettled(next.status)
        }
      } catch (error) {
        if (ended) return
        if (error instanceof ApiError && error.status === 404) {
          setMissing(true)
          return
        }
        setProblem(wordsOf(error))
      }
      clearTimeout(timer)
      if (!settled) timer = setTimeout(() => visible() && look(), pollDelay(looks.current++))
    }
    const back = () => {
      if (!visible()) return
      looks.current = 0
      look()
    }
    lookNow.current = back
    look()
    document.addEventListener('visibilitychange', back)
    window.addEventListener('online', back)
    return () => {
      ended = true
      controller.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener('online', back)
    }
  }, [id, take])

  const look = useCallback(() => lookNow.current(), [])
  // Between two checkouts the old one is not the new one's.
  const current = checkout && checkout.id === id ? checkout : null
  return { checkout: current, receivedAt, missing, problem, take, look }
}
