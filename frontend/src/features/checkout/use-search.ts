import { type Dispatch, useEffect } from 'react'
import { wordsOf } from '@/lib/api/error'
import { listCheckouts } from './calls'
import { type Checkout, type Gate, liveOf } from './model'
import type { CheckoutEvent } from './state'

/**
 * Finds the checkout in progress, or the one in the address, as soon as it is known who the person is: after a reload, a closed tab, on
 * another device, or back from the card page.
 */
export function useSearch(
  artworkId: string,
  gate: Gate,
  note: (found: Checkout) => void,
  dispatch: Dispatch<CheckoutEvent>,
) {
  useEffect(() => {
    if (gate === 'unknown' || gate === 'login') return
    let ended = false
    const named = new URLSearchParams(location.search).get('checkout')
    listCheckouts().then(
      (list) => {
        if (ended) return
        const ofWork = list.find(
          (checkout) => checkout.id === named && String(checkout.artworkId) === artworkId,
        )
        const found = ofWork ?? liveOf(list, artworkId) ?? null
        if (found) note(found)
        dispatch({ type: 'searched', found, returned: found !== null && named === found.id, at: Date.now() })
      },
      (error: unknown) => {
        if (ended) return
        dispatch({ type: 'searched', found: null, returned: false, at: Date.now() })
        dispatch({ type: 'failed', words: wordsOf(error) })
      },
    )
    return () => {
      ended = true
    }
  }, [gate, artworkId, note, dispatch])
}
