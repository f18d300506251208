import { useRouter } from 'next/navigation'
import { type Dispatch, useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import { ApiError, wordsOf } from '@/lib/api/error'
import { hasCode } from '@/lib/api/http'
import { editionOf } from '@/lib/edition-number'
import type { WalletProblem } from '@/lib/wallet/problem'
import { page, problemSentence } from '@/messages/checkout'
import { cancelCheckout, cancelEther, createCheckout, startCard } from './calls'
import { type Billing, type Checkout, isQuoted, sentGift } from './model'
import type { CheckoutEvent, CheckoutState } from './state'
import { begin } from './store'
import type { Terms } from './use-phased'

/** How long the page stays busy while the browser leaves it. */
const leaving = 10_000

/** What a wallet reports. Its class is not in the first load. */
const walletProblem = (error: unknown) =>
  error instanceof Error && error.name === 'WalletProblem' ? (error as WalletProblem) : null

const problemWords = (error: unknown) => walletProblem(error)?.message ?? wordsOf(error)

/** The buyer declined in the wallet, or closed it before anything was sent. */
const unsent = [
  'rejected',
  'closed',
  'insufficient_funds',
  'insufficient_fee',
  'no_wallet',
  'unsupported_chain',
]

interface Options {
  state: CheckoutState
  dispatch: Dispatch<CheckoutEvent>
  artworkId: string
  artworkSlug: string
  drop: string | null
  editionSize: number
  /** The edition to hold; null for any. */
  chosen: number | null
  chainId: number
  termsVersion: string
  holdSeconds: number
  offer: Terms
  /** The server returned the checkout. */
  take: (next: Checkout) => void
  /** Reads the checkout now. */
  look: () => void
}

/** What the buyer does on the checkout page: each action is a call with its events. */
export function useActions({
  state: { step, form },
  dispatch,
  artworkId,
  artworkSlug,
  drop,
  editionSize,
  chosen,
  chainId,
  termsVersion,
  holdSeconds,
  offer,
  take,
  look,
}: Options) {
  const router = useRouter()
  const [key] = useState(actionKey)

  function failed(error: unknown) {
    const refusal = error instanceof ApiError ? error : null
    // The known phases are outdated.
    if (hasCode(error, 'price_changed')) router.refresh()
    if (drop && refusal && /^(phase|sale|price)_|^conflict$/.test(refusal.code))
      import('@/lib/phases/watch').then(({ lookAgain }) => lookAgain(drop)).catch(console.info)
    dispatch({
      type: 'failed',
      words: refusal ? (problemSentence(refusal, holdSeconds) ?? wordsOf(refusal)) : problemWords(error),
      holds: refusal?.code === 'too_many_holds' ? refusal.details : {},
      next: refusal && editionOf(refusal.details.next ?? null, editionSize),
    })
  }

  /** Runs a call; reports whether it succeeded. */
  async function run(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      key.end()
      dispatch({ type: 'done' })
      return true
    } catch (error) {
      key.end(error)
      failed(error)
      return false
    } finally {
      look()
    }
  }

  /** Accepting the terms holds an edition: from here the timer runs. */
  async function acceptTerms(accepted: boolean) {
    dispatch({ type: 'terms', accepted })
    if (!accepted || step.name !== 'terms') return
    dispatch({ type: 'begin', step: 'holding' })
    const { price, auction } = offer
    // Only what the contract has: Apollo's objects have a field more.
    const shown = price && {
      price: { amount: price.amount, currency: price.currency },
      ...(auction?.auction && { lowest: auction.auction.lowest }),
    }
    await run(async () => {
      begin(artworkId, artworkSlug)
      take(
        await createCheckout(
          artworkId,
          chosen,
          termsVersion,
          shown,
          key.of('hold', artworkId, chosen, termsVersion, shown),
        ),
      )
    })
  }

  async function payByCard(order: Checkout, billing: Billing) {
    if (isQuoted(order)) {
      dispatch({ type: 'begin', step: 'releasePrice' })
      if (!(await run(async () => take(await cancelEther(order.id))))) return
    }
    dispatch({ type: 'begin', step: 'card' })
    await run(async () => {
      location.assign(await startCard(order.id, billing, key.of('card', order.id, billing)))
      await new Promise((resolve) => setTimeout(resolve, leaving))
    })
  }

  async function payInEther(order: Checkout, billing: Billing) {
    dispatch({ type: 'begin', step: 'wallet', said: page.choosingWallet })
    let locked = false
    try {
      const { payWithEther } = await import('./ether')
      const sent = await payWithEther(order, {
        chainId,
        idempotencyKey: key.of('ether', order.id, billing),
        billing,
        say: (words) => dispatch({ type: 'said', words }),
        onLocked: () => {
          locked = true
        },
      })
      key.end()
      dispatch({ type: 'sent', hash: sent.hash })
      if (sent.checkout) take(sent.checkout)
      dispatch({ type: 'done' })
    } catch (error) {
      key.end(error)
      failed(error)
      // Nothing was sent, so the order can be paid by card immediately.
      if (locked && unsent.includes(walletProblem(error)?.code ?? '')) {
        dispatch({ type: 'begin', step: 'releasePrice' })
        await cancelEther(order.id)
          .then(take)
          .catch((failure: unknown) => console.warn('The locked price could not be released', failure))
        dispatch({ type: 'done' })
      }
    } finally {
      look()
    }
  }

  async function pay() {
    if (step.name !== 'payment') return
    const { billingCountry, immediateDelivery, gift, method } = form
    const billing = { billingCountry, immediateDelivery, ...(gift && { gift: sentGift(gift) }) }
    await (method === 'card' ? payByCard : payInEther)(step.checkout, billing)
  }

  async function cancel() {
    if (step.name !== 'payment') return
    const order = step.checkout
    dispatch({ type: 'begin', step: 'releaseEdition' })
    await run(async () => take(await cancelCheckout(order.id)))
  }

  return { acceptTerms, pay, cancel }
}
