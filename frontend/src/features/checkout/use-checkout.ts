'use client'

import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, wordsOf } from '@/lib/api/error'
import { orderPollSeconds, siteConfig } from '@/lib/config'
import { readCheckout } from './calls'
import { type Checkout, isSettled, pollDelay } from './model'

interface Reads {
  onRead: (checkout: Checkout, receivedAt: number) => void
  onProblem: (words: string) => void
  /** The checkout doesn't exist, or it belongs to another person. */
  onMissing?: () => void
}

/**
 * Reads a checkout until it is settled, while the page is visible, and immediately when the buyer or the network returns. Not
 * useRead: TanStack Query doesn't fit into the first load of the checkout.
 */
export function useCheckoutReads(id: string | null, { onRead, onProblem, onMissing }: Reads) {
  const read = useEffectEvent(onRead)
  const problem = useEffectEvent(onProblem)
  const missing = useEffectEvent(() => onMissing?.())
  const sinceChange = useRef(0)
  const last = useRef<Checkout | null>(null)
  const newer = useRef(0)
  const readNow = useRef(() => {})

  /** Stores a reply that arrived another way. A read in progress is older and is dropped. */
  const note = useCallback((next: Checkout) => {
    newer.current++
    const before = last.current
    if (before?.status !== next.status || before.confirmations !== next.confirmations) sinceChange.current = 0
    last.current = next
  }, [])

  useEffect(() => {
    if (!id) return
    let timer: ReturnType<typeof setTimeout>
    let ended = false
    let pace = orderPollSeconds
    siteConfig().then(
      ({ checkout }) => {
        pace = checkout.orderPollSeconds
      },
      () => undefined, // the usual pace
    )
    const controller = new AbortController()
    const visible = () => document.visibilityState === 'visible'
    const look = async () => {
      clearTimeout(timer)
      let settled = false
      const before = newer.current
      try {
        const next = await readCheckout(id, controller.signal)
        if (ended) return
        if (newer.current === before) {
          note(next)
          read(next, Date.now())
          settled = isSettled(next.status)
        }
      } catch (error) {
        if (ended) return
        if (error instanceof ApiError && error.status === 404) return missing()
        problem(wordsOf(error))
      }
      clearTimeout(timer)
      if (!settled)
        timer = setTimeout(() => visible() && look(), pollDelay(last.current, sinceChange.current++, pace))
    }
    const back = () => {
      if (!visible()) return
      sinceChange.current = 0
      look()
    }
    readNow.current = back
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
  }, [id, note])

  return { note, look: useCallback(() => readNow.current(), []) }
}

/** A checkout for pages that only show it. */
export function useCheckout(id: string | null) {
  const [checkout, setCheckout] = useState<Checkout | null>(null)
  const [missing, setMissing] = useState(false)
  const [problem, setProblem] = useState('')
  const { look } = useCheckoutReads(id, {
    onRead: (next) => {
      setCheckout(next)
      setProblem('')
    },
    onProblem: setProblem,
    onMissing: () => setMissing(true),
  })
  return { checkout: checkout?.id === id ? checkout : null, missing, problem, look }
}
