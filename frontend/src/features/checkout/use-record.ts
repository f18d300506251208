import { useEffect } from 'react'
import { followStorage } from '@/lib/storage'
import { type Checkout, type Gate, inBrowser } from './model'
import { begin, clear, update, usePendingCheckout } from './store'

interface Work {
  artworkId: string
  artworkSlug: string
}

/** Keeps this browser's record of the purchase in progress, and notices what other tabs store. */
export function useRecord(
  { artworkId, artworkSlug }: Work,
  gate: Gate,
  status: Checkout['status'] | undefined,
) {
  useEffect(() => {
    const stop = followStorage(usePendingCheckout)
    begin(artworkId, artworkSlug)
    return stop
  }, [artworkId, artworkSlug])

  useEffect(() => {
    if (gate === 'login') update(artworkId, 'loginRequired')
    if (gate === 'verify' || gate === 'profile') update(artworkId, 'profileActivationRequired')
  }, [gate, artworkId])

  useEffect(() => {
    if (!status) return
    const here = inBrowser(status)
    if (here) update(artworkId, here)
    else clear(artworkId)
  }, [status, artworkId])
}
