'use client'

import { useEffect, useState } from 'react'
import { historyOf } from '@/features/artwork/provenance'
import { hasReceipt, inBrowser, isPayable } from '@/features/checkout/model'
import { DocumentLinks } from '@/features/checkout/ui/documents'
import { useCheckout } from '@/features/checkout/use-checkout'
import { readWithdrawals } from '@/features/collection/calls'
import { newestByToken, type Withdrawal, withdrawalSentence } from '@/features/collection/model'
import { EditionFace } from '@/features/collection/ui/edition-face'
import { TokenFilm } from '@/features/collection/ui/token-film'
import { useArtworks } from '@/features/collection/use-artworks'
import { OrderGift } from '@/features/gift/ui/order-gift'
import { nameOf, stepsOf } from '@/features/order/model'
import { useShownOrder } from '@/features/order/shown'
import { OrderStory } from '@/features/order/ui/order-story'
import type { Schemas } from '@/lib/api/client'
import { formatDateTime } from '@/lib/time'
import { useConfig } from '@/lib/use-config'
import { success } from '@/messages/checkout'
import * as t from '@/messages/order'
import { ButtonLink, Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'

interface OrderProps {
  lang: string
  id: string
  bySignature: boolean
}

/** The story of one order of the caller. */
export function Order({ lang, id, bySignature }: OrderProps) {
  const { checkout: order, missing, problem } = useCheckout(id)
  const config = useConfig()
  const [failed, setFailed] = useState('')
  const { events, withdrawals, unknown } = useToken(order)
  const work = useArtworks(order ? [String(order.artworkId)] : []).get(String(order?.artworkId))

  const name = order ? nameOf(order) : ''
  useEffect(() => useShownOrder.setState({ id, name }), [id, name])

  if (missing) {
    return (
      <p>
        {t.missing} <Link href={`/${lang}/profile/orders/`}>{t.allOrders}</Link>
      </p>
    )
  }
  if (!order) return problem ? <Notice kind="alarm">{problem}</Notice> : <Skeleton height="24rem" />
  const [media] = work?.media ?? []
  const newest = newestByToken(withdrawals).get(String(order.tokenId))
  // The transfer of a gift is part of the gift's state.
  const withdrawal = newest?.giftOrder ? null : newest
  const page = `/${lang}/artworks/${order.artworkSlug}/checkout/`
  return (
    <OrderStory
      lang={lang}
      order={order}
      steps={stepsOf(order, events, withdrawals)}
      picture={
        media ? (
          <EditionFace
            artwork={work}
            edition={order.editionNumber}
            sizes="(width >= 768px) 40vw, 90vw"
            first
          />
        ) : null
      }
      film={
        order.status === 'completed' &&
        media?.generatorPath && (
          <TokenFilm
            artworkId={String(order.artworkId)}
            edition={order.editionNumber}
            title={order.artworkTitle}
          />
        )
      }
      documents={<DocumentLinks checkout={order} onProblem={setFailed} />}
      hasDocuments={hasReceipt(order.status)}
      withdrawal={withdrawal ? withdrawalSentence(withdrawal, formatDateTime, bySignature) : null}
      chains={config?.chains ?? []}
      gift={
        order.gift &&
        !['expired', 'cancelled', 'refund_pending', 'refunded', 'refund_failed'].includes(order.status) &&
        !isPayable(order) && <OrderGift lang={lang} order={order.id} given={order.gift} />
      }
      note={
        (failed || problem || unknown) && (
          <Notice kind={failed || problem ? 'alarm' : 'plain'}>
            {failed || problem || t.chainUnavailable}
          </Notice>
        )
      }
      next={
        isPayable(order) ? (
          <ButtonLink href={`${page}?checkout=${order.id}`}>{t.continuePaying}</ButtonLink>
        ) : (
          inBrowser(order.status) === 'processing' && (
            <ButtonLink kind="quiet" href={`${page}success/?checkout=${order.id}`}>
              {success.track}
            </ButtonLink>
          )
        )
      }
    />
  )
}

/** What has happened to the order's token since then, read again whenever the order changes. */
function useToken(order: Schemas['Checkout'] | null) {
  const [found, setFound] = useState<{
    events: Schemas['TokenEvent'][]
    withdrawals: Withdrawal[]
    unknown: boolean
  }>({ events: [], withdrawals: [], unknown: false })
  const token = order?.tokenId ? String(order.tokenId) : null
  const artwork = order ? String(order.artworkId) : null
  const status = order?.status
  useEffect(() => {
    // Every status may bring another event.
    if (!token || !artwork || !status) return
    const ends = new AbortController()
    Promise.all([historyOf(artwork, ends.signal), readWithdrawals()]).then(
      ([tokens, withdrawals]) => {
        if (ends.signal.aborted) return
        const events = tokens.find(({ tokenId }) => String(tokenId) === token)?.events ?? []
        setFound({ events, withdrawals, unknown: false })
      },
      (error: unknown) => {
        if (ends.signal.aborted) return
        console.info('What happened to the token', error)
        setFound((before) => ({ ...before, unknown: true }))
      },
    )
    return () => ends.abort()
  }, [token, artwork, status])
  return found
}
