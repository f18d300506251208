import { type Dispatch, useEffect } from 'react'
import { isRefused } from './refused'
import { type CheckoutEvent, type CheckoutState, checkoutOf, sendingOf } from './state'

/** Milliseconds after which a transaction that isn't in a block may be sent again. */
const late = 180_000

/** Watches the transaction that pays the held order: the contract may reject it, or it may be in no block for a long time. */
export function useFate(state: CheckoutState, chainId: number, dispatch: Dispatch<CheckoutEvent>) {
  const checkout = checkoutOf(state.step)
  const fate = sendingOf(state)
  const hash = (fate && state.sent?.hash) || ''
  const isSent = fate === 'sent'

  // A payment that the contract rejected leaves no event, so only the node knows about it. It may know later: each read looks again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each read of the checkout
  useEffect(() => {
    if (!hash) return
    let ended = false
    isRefused(chainId, hash).then(
      (refused) => !ended && refused && dispatch({ type: 'fate', hash, fate: 'refused' }),
      (error: unknown) => console.warn('The transaction could not be looked up', error),
    )
    return () => {
      ended = true
    }
  }, [chainId, hash, checkout, dispatch])

  useEffect(() => {
    if (!hash || !isSent) return
    const timer = setTimeout(() => dispatch({ type: 'fate', hash, fate: 'late' }), late)
    return () => clearTimeout(timer)
  }, [hash, isSent, dispatch])
}
