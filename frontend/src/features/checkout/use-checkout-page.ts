'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import { ApiError, wordsOf } from '@/lib/api/error'
import { hasCode } from '@/lib/api/http'
import { showEdition, useNamedEdition } from '@/lib/edition'
import { editionOf } from '@/lib/edition-number'
import { followStorage } from '@/lib/storage'
import { useConfig } from '@/lib/use-config'
import { problemOf } from '@/lib/wallet/problem'
import { page, problemSentence } from '@/messages/checkout'
import { rememberCountry, rememberedCountry } from './billing-store'
import { cancelCheckout, cancelEther, createCheckout, listCheckouts, startCard } from './calls'
import { payWithEther } from './ether'
import { type Checkout, type Gate, type Gift, inBrowser, isQuoted, liveOf, sentGift } from './model'
import { isRefused } from './refused'
import { checkoutOf, initialState, type Method, reduce } from './state'
import { begin, clear, update, usePendingCheckout } from './store'
import { useCheckoutReads } from './use-checkout'
import type { Phased } from './use-phased'

/** Milliseconds after which a transaction that isn't in a block may be sent again. */
const late = 180_000
/** How long the page stays busy while the browser leaves it. */
const leaving = 10_000

interface Options {
  lang: string
  artworkId: string
  artworkSlug: string
  /** The drop whose phases may decide about the work now. */
  drop: string | null
  /** The chain of the work's token. */
  artworkChainId: number
  /** How many editions the artwork has. */
  editionSize: number
  termsVersion: string
  gate: Gate
  /** What the page shows of the work's sale. */
  phased: Phased
}

/** The buyer declined in the wallet, or closed it before anything was sent. */
const unsent = [
  'rejected',
  'closed',
  'insufficient_funds',
  'insufficient_fee',
  'no_wallet',
  'unsupported_chain',
]

/** The state of the checkout page and what its controls do. The rules are in state.ts. */
export function useCheckoutPage({
  lang,
  artworkId,
  artworkSlug,
  drop,
  artworkChainId,
  editionSize,
  termsVersion,
  gate,
  phased: { shut, offer },
}: Options) {
  const router = useRouter()
  const [state, dispatch] = useReducer(reduce, undefined, () => initialState())
  // Texts work without it until it is known.
  const holdSeconds = useConfig()?.checkout.holdSeconds ?? 0
  const [key] = useState(actionKey)
  const chosen = useNamedEdition(editionSize)
  const { step, form } = state
  const checkout = checkoutOf(step)
  const id = checkout?.id ?? null
  const status = (step.name === 'terms' ? step.ended : checkout)?.status
  const hash = state.sent && state.sent.order === id ? state.sent.hash : ''
  const chainId = checkout?.chainId || artworkChainId
  const quoted = checkout !== null && isQuoted(checkout)

  const { note, look } = useCheckoutReads(id, {
    onRead: (next, at) => dispatch({ type: 'received', checkout: next, at }),
    onProblem: (words) => dispatch({ type: 'failed', words }),
  })
  const take = useCallback(
    (next: Checkout) => {
      note(next)
      dispatch({ type: 'received', checkout: next, at: Date.now() })
    },
    [note],
  )

  useEffect(() => {
    const stop = followStorage(usePendingCheckout)
    begin(artworkId, artworkSlug)
    dispatch({ type: 'country', country: rememberedCountry() })
    return stop
  }, [artworkId, artworkSlug])

  useEffect(() => {
    dispatch({ type: 'gate', gate })
    if (gate === 'login') update(artworkId, 'loginRequired')
    if (gate === 'verify' || gate === 'profile') update(artworkId, 'profileActivationRequired')
  }, [gate, artworkId])

  // After a reload, a closed tab, on another device, or back from the card page: continue what is in progress.
  useEffect(() => {
    if (gate === 'unknown' || gate === 'login') return
    let ended = false
    const named = new URLSearchParams(location.search).get('checkout')
    listCheckouts().then(
      (list) => {
        if (ended) return
        const ofWork = list.find((one) => one.id === named && String(one.artworkId) === artworkId)
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
  }, [gate, artworkId, note])

  useEffect(() => {
    if (!status) return
    const here = inBrowser(status)
    if (here) update(artworkId, here)
    else clear(artworkId)
  }, [status, artworkId])

  const complete = step.name === 'complete'
  useEffect(() => {
    if (complete && id)
      router.replace(`/${lang}/artworks/${artworkSlug}/checkout/success/?checkout=${encodeURIComponent(id)}`)
  }, [complete, id, artworkSlug, lang, router])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of it forgets the refusal before
  useEffect(() => dispatch({ type: 'phase' }), [shut])

  // A payment that the contract rejected leaves no event, so only the node knows about it.
  useEffect(() => {
    if (!quoted || !hash || !checkout) return
    let ended = false
    isRefused(chainId, hash).then(
      (refused) => !ended && refused && dispatch({ type: 'fate', hash, fate: 'refused' }),
      (error: unknown) => console.warn('The transaction could not be looked up', error),
    )
    return () => {
      ended = true
    }
  }, [quoted, chainId, hash, checkout])

  useEffect(() => {
    if (!quoted || !hash || state.sent?.fate !== 'sent') return
    const timer = setTimeout(() => dispatch({ type: 'fate', hash, fate: 'late' }), late)
    return () => clearTimeout(timer)
  }, [quoted, hash, state.sent?.fate])

  const failed = (error: unknown) => {
    const tooMany = error instanceof ApiError && error.code === 'too_many_holds'
    const own = error instanceof ApiError ? problemSentence(error, holdSeconds) : null
    // The known phases are outdated.
    if (hasCode(error, 'price_changed')) router.refresh()
    if (drop && error instanceof ApiError && /^(phase|sale|price)_|^conflict$/.test(error.code))
      import('@/lib/phases/watch').then(({ lookAgain }) => lookAgain(drop)).catch(console.info)
    dispatch({
      type: 'failed',
      words: own ?? (error instanceof ApiError ? wordsOf(error) : problemOf(error).message),
      holds: tooMany ? error.details : {},
      next: error instanceof ApiError ? editionOf(error.details.next ?? null, editionSize) : null,
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

  const releasePrice = (order: Checkout) => async () => take(await cancelEther(order.id))

  async function pay() {
    if (step.name !== 'payment') return
    const order = step.checkout
    const { billingCountry, immediateDelivery, gift } = form
    const billing = {
      billingCountry,
      immediateDelivery,
      ...(gift && { gift: sentGift(gift) }),
    }
    if (form.method === 'card') {
      if (quoted) {
        dispatch({ type: 'begin', step: 'releasePrice' })
        if (!(await run(releasePrice(order)))) return
      }
      dispatch({ type: 'begin', step: 'card' })
      await run(async () => {
        location.assign(await startCard(order.id, billing, key.of('card', order.id, billing)))
        await new Promise((resolve) => setTimeout(resolve, leaving))
      })
      return
    }
    dispatch({ type: 'begin', step: 'wallet', said: page.choosingWallet })
    let locked = false
    try {
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
      if (locked && unsent.includes(problemOf(error).code)) {
        dispatch({ type: 'begin', step: 'releasePrice' })
        await releasePrice(order)().then(
          () => dispatch({ type: 'done' }),
          (failure: unknown) => {
            console.warn('The locked price could not be released', failure)
            dispatch({ type: 'done' })
          },
        )
      }
    } finally {
      look()
    }
  }

  async function cancel() {
    if (step.name !== 'payment') return
    const order = step.checkout
    dispatch({ type: 'begin', step: 'releaseEdition' })
    await run(async () => take(await cancelCheckout(order.id)))
  }

  return {
    state,
    checkout,
    /** The edition in the address, which accepting the terms holds; null for any. */
    chosen,
    chooseEdition: (edition: number) => {
      showEdition(edition)
      dispatch({ type: 'edition' })
    },
    chainId,
    quoted,
    holdSeconds,
    acceptTerms,
    setCountry: (country: string) => {
      // Save it now and not with the payment, because a reload or a closed tab must not lose it.
      rememberCountry(country)
      dispatch({ type: 'country', country })
    },
    setDelivery: (immediate: boolean) => dispatch({ type: 'delivery', immediate }),
    setGift: (gift: Gift | null) => dispatch({ type: 'gift', gift }),
    setMethod: (method: Method) => dispatch({ type: 'method', method }),
    pay,
    cancel,
    look,
  }
}

export type CheckoutPage = ReturnType<typeof useCheckoutPage>
