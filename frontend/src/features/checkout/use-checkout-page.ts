'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useReducer } from 'react'
import { showEdition, useNamedEdition } from '@/lib/edition'
import { useConfig } from '@/lib/use-config'
import { rememberCountry, rememberedCountry } from './billing-store'
import { type Checkout, type Gate, type Gift, isQuoted } from './model'
import { checkoutOf, initialState, type Method, reduce } from './state'
import { useActions } from './use-actions'
import { useCheckoutReads } from './use-checkout'
import { useFate } from './use-fate'
import type { Phased } from './use-phased'
import { useRecord } from './use-record'
import { useSearch } from './use-search'

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

/** The state of the checkout page and what its controls do. The rules are in state.ts, the hooks report what happens to them. */
export function useCheckoutPage(options: Options) {
  const { lang, artworkId, artworkSlug, artworkChainId, editionSize, gate, phased } = options
  const router = useRouter()
  const [state, dispatch] = useReducer(reduce, undefined, () => initialState())
  // Texts work without it until it is known.
  const holdSeconds = useConfig()?.checkout.holdSeconds ?? 0
  const chosen = useNamedEdition(editionSize)
  const { step } = state
  const checkout = checkoutOf(step)
  const id = checkout?.id ?? null
  const chainId = checkout?.chainId || artworkChainId

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

  useRecord(options, gate, (step.name === 'terms' ? step.ended : checkout)?.status)
  useEffect(() => dispatch({ type: 'country', country: rememberedCountry() }), [])
  useEffect(() => dispatch({ type: 'gate', gate }), [gate])
  useSearch(artworkId, gate, note, dispatch)
  useFate(state, chainId, dispatch)

  const complete = step.name === 'complete'
  useEffect(() => {
    if (complete && id)
      router.replace(`/${lang}/artworks/${artworkSlug}/checkout/success/?checkout=${encodeURIComponent(id)}`)
  }, [complete, id, artworkSlug, lang, router])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of it forgets the refusal before
  useEffect(() => dispatch({ type: 'phase' }), [phased.shut])

  const actions = useActions({
    ...options,
    state,
    dispatch,
    chosen,
    chainId,
    holdSeconds,
    offer: phased.offer,
    take,
    look,
  })

  return {
    ...actions,
    state,
    checkout,
    /** The edition in the address, which accepting the terms holds; null for any. */
    chosen,
    chooseEdition: (edition: number) => {
      showEdition(edition)
      dispatch({ type: 'edition' })
    },
    chainId,
    quoted: checkout !== null && isQuoted(checkout),
    holdSeconds,
    setCountry: (country: string) => {
      // Save it now and not with the payment, because a reload or a closed tab must not lose it.
      rememberCountry(country)
      dispatch({ type: 'country', country })
    },
    setDelivery: (immediate: boolean) => dispatch({ type: 'delivery', immediate }),
    setGift: (gift: Gift | null) => dispatch({ type: 'gift', gift }),
    setMethod: (method: Method) => dispatch({ type: 'method', method }),
    look,
  }
}

export type CheckoutPage = ReturnType<typeof useCheckoutPage>
