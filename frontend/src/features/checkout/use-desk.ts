'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import { ApiError, wordsOf } from '@/lib/api/error'
import { followStorage } from '@/lib/storage'
import { problemOf } from '@/lib/wallet/problem'
import { cancelCheckout, createCheckout, listCheckouts, startCard } from './calls'
import { ownCountry } from './countries'
import { payWithEther } from './ether'
import {
  type Gate,
  inBrowser,
  isOver,
  isPayable,
  isQuoted,
  liveOf,
  problemSentence,
  type Sending,
} from './model'
import { isRefused } from './refused'
import { begin, clear, pendingNow, update, usePendingCheckout } from './store'
import { useCheckout } from './use-checkout'

export type Method = 'card' | 'ether'

/** Milliseconds after which a transaction that no block has taken may be sent again. */
const late = 180_000

interface DeskOptions {
  lang: string
  artworkId: string
  artworkSlug: string
  /** Where the work's token lives. */
  artworkChainId: number
  termsVersion: string
  gate: Gate
}

const wording = (error: unknown) =>
  error instanceof ApiError ? (problemSentence(error.code) ?? wordsOf(error)) : problemOf(error).message

/** The state of one checkout page. */
export function useDesk({ lang, artworkId, artworkSlug, artworkChainId, termsVersion, gate }: DeskOptions) {
  const router = useRouter()
  const [foundId, setId] = useState<string | null>(null)
  const [ticked, setAccepted] = useState(false)
  const [chosenMethod, setMethod] = useState<Method>('card')
  const [chosenCountry, setCountry] = useState('')
  /** Whether delivery at once was chosen here, and for which order: its id, or empty before there is one. */
  const [chosenDelivery, setDelivery] = useState<{ order: string; atOnce: boolean } | null>(null)
  const [doing, setDoing] = useState('')
  /** What went wrong, and the stage at which it was begun. */
  const [failure, setFailure] = useState({ words: '', at: '' })
  /** The person came back from the card page without having paid. */
  const [returned, setReturned] = useState(false)
  const [looked, setLooked] = useState(false)
  /** The transaction that this page sent, also where the server could not be told. */
  const [sentHere, setSentHere] = useState({ order: '', hash: '' })
  /** What became of a transaction. */
  const [fate, setFate] = useState<{ hash: string; is: Sending }>({ hash: '', is: '' })
  const [key] = useState(actionKey)
  const member = gate !== 'unknown' && gate !== 'login'
  // Of another session, or of none, nothing that was found counts.
  const id = member ? foundId : null
  const searched = member && looked
  const followed = useCheckout(id)
  const { checkout, take } = followed
  const status = checkout?.status
  const quoted = checkout !== null && isQuoted(checkout)
  const chainId = checkout?.chainId || artworkChainId
  const over = checkout !== null && isOver(checkout)
  const hash = (sentHere.order === id && sentHere.hash) || (checkout?.transactionHash ?? '')

  useEffect(() => {
    const stop = followStorage(usePendingCheckout)
    begin(artworkId, artworkSlug)
    return stop
  }, [artworkId, artworkSlug])

  useEffect(() => {
    if (gate === 'login') update(artworkId, 'loginRequired')
    if (gate === 'verify' || gate === 'profile') update(artworkId, 'profileActivationRequired')
  }, [gate, artworkId])

  // A reload, a closed tab, the way back from the card page: go on with what is under way.
  useEffect(() => {
    if (!member) return
    let ended = false
    const named = new URLSearchParams(location.search).get('checkout')
    listCheckouts()
      .then((list) => {
        if (ended) return
        const found =
          list.find((one) => one.id === named && String(one.artworkId) === artworkId) ??
          liveOf(list, artworkId)
        if (!found) return
        take(found)
        setId(found.id)
        setReturned(named === found.id)
        if (found.paymentMethod) setMethod(found.paymentMethod)
        // The terms were accepted in this browser when the hold was made; elsewhere they are asked again.
        const here = pendingNow()
        setAccepted(isPayable(found) && here?.artworkId === artworkId && here.status === 'paymentPending')
      })
      .catch((error: unknown) => !ended && setFailure({ words: wordsOf(error), at: '' }))
      .finally(() => !ended && setLooked(true))
    return () => {
      ended = true
    }
  }, [member, artworkId, take])

  useEffect(() => {
    if (!status || !id) return
    const here = inBrowser(status)
    if (here) update(artworkId, here)
    else clear(artworkId)
    if (here === 'processing' || here === 'completed') {
      router.replace(`/${lang}/artworks/${artworkSlug}/checkout/success/?checkout=${encodeURIComponent(id)}`)
    }
  }, [status, id, artworkId, artworkSlug, lang, router])

  // Nobody else tells: a payment that the contract refused leaves no trace that the gallery looks for.
  useEffect(() => {
    if (!checkout || !isQuoted(checkout) || !hash) return
    let ended = false
    isRefused(chainId, hash).then(
      (refused) => !ended && refused && setFate({ hash, is: 'refused' }),
      (error: unknown) => console.warn('The transaction could not be looked up', error),
    )
    return () => {
      ended = true
    }
  }, [checkout, chainId, hash])

  useEffect(() => {
    if (!quoted || !hash) return
    const timer = setTimeout(
      () => setFate((known) => (known.hash === hash ? known : { hash, is: 'late' })),
      late,
    )
    return () => clearTimeout(timer)
  }, [quoted, hash])

  // A problem is of its stage and makes way for the next one. Only a start that failed on its way may have moved the order itself.
  const stage = status ? `${status} ${hash} ${over}` : ''
  const begun = status === 'awaiting_payment' && !hash && !over
  const problem = begun || failure.at === stage ? failure.words : ''

  async function run(words: string, work: () => Promise<void>) {
    setFailure({ words: '', at: stage })
    setReturned(false)
    setDoing(words)
    try {
      await work()
      key.end()
      return true
    } catch (error) {
      key.end(error)
      setFailure({ words: wording(error), at: stage })
      return false
    } finally {
      setDoing('')
    }
  }

  const held = checkout !== null && isPayable(checkout)
  const billingCountry = chosenCountry || checkout?.billingCountry || ownCountry()
  // An ended checkout takes its acceptance with it.
  const accepted = ticked && (checkout === null || held || doing !== '')

  // Each order is asked anew: the right to withdraw is given up for what is bought now, not for what is bought next.
  const order = held ? checkout.id : ''
  const immediateDelivery =
    chosenDelivery?.order === order ? chosenDelivery.atOnce : held && Boolean(checkout.immediateDelivery)

  const method: Method = quoted ? 'ether' : chosenMethod
  const sending: Sending = !quoted || !hash ? '' : fate.hash === hash ? fate.is : 'sent'

  /** Accepting the terms holds an edition: from here the clock runs. */
  async function accept(yes: boolean) {
    if (doing) return
    setAccepted(yes)
    if (!yes || held) return
    const done = await run('Holding an edition for you.', async () => {
      begin(artworkId, artworkSlug)
      const made = await createCheckout(artworkId, termsVersion, key.of('hold', artworkId, termsVersion))
      take(made)
      setId(made.id)
      if (chosenDelivery?.order === '') setDelivery({ ...chosenDelivery, order: made.id })
      update(artworkId, 'paymentPending')
    })
    if (!done) setAccepted(false)
  }

  async function pay() {
    if (!checkout || doing) return
    const billing = { billingCountry, immediateDelivery }
    const idempotencyKey = key.of(method, checkout.id, billing)
    if (method === 'card') {
      await run('Opening the card page.', async () => {
        location.assign(await startCard(checkout.id, billing, idempotencyKey))
        // The page stays busy until the browser has left it.
        await new Promise((resolve) => setTimeout(resolve, 10_000))
      })
    } else {
      await run('Choose a wallet.', async () => {
        const sent = await payWithEther(checkout, { chainId, idempotencyKey, billing, say: setDoing })
        setSentHere({ order: checkout.id, hash: sent.hash })
        if (sent.checkout) take(sent.checkout)
      })
    }
    followed.look()
  }

  async function cancel() {
    if (!checkout || doing) return
    await run('Giving the edition back.', async () => take(await cancelCheckout(checkout.id)))
    followed.look()
  }

  return {
    ...followed,
    held,
    quoted,
    over,
    chainId,
    sending,
    accepted,
    accept,
    method,
    setMethod,
    billingCountry,
    setCountry,
    immediateDelivery,
    setImmediateDelivery: (atOnce: boolean) => setDelivery({ order, atOnce }),
    pay,
    cancel,
    doing,
    problem: problem || followed.problem,
    returned,
    searched,
  }
}
