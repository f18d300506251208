'use client'

import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { listCheckouts } from '@/features/checkout/calls'
import { type Checkout, isOver, isPayable, liveOf, localTime } from '@/features/checkout/model'
import { formatClock, until } from '@/lib/time'
import { list } from '@/lib/words'
import * as t from '@/messages/artwork-yours'
import { statusSentence, success } from '@/messages/checkout'
import { ButtonLink, Link } from '@/ui/link'
import styles from './page.module.css'

interface PurchaseProps {
  lang: string
  artworkId: string
  artworkSlug: string
  /** Whether this replaces what everyone is offered. */
  onInstead: (instead: boolean) => void
}

/** The caller's holds and orders of a work. They are read once, and again when a hold ends. */
export function Purchase({ lang, artworkId, artworkSlug, onInstead }: PurchaseProps) {
  const [orders, setOrders] = useState<{ all: Checkout[]; receivedAt: number }>({ all: [], receivedAt: 0 })
  const look = useCallback(() => {
    listCheckouts().then(
      (all) => setOrders({ all, receivedAt: Date.now() }),
      // Keep what everyone is offered.
      (error: unknown) => console.info('Whether the work is yours is not known', error),
    )
  }, [])
  useEffect(look, [look])

  const found = liveOf(orders.all, artworkId)
  const live = found && !isOver(found) ? found : undefined
  const heldUntil = live && isPayable(live) ? localTime(live.expiresAt, live, orders.receivedAt) : null
  const instead = live !== undefined
  // Before the paint, so that both are never visible.
  useLayoutEffect(() => {
    onInstead(instead)
    return () => onInstead(false)
  }, [instead, onInstead])
  useEffect(() => {
    if (!heldUntil) return
    const timer = setTimeout(look, until(heldUntil) + 1000)
    return () => clearTimeout(timer)
  }, [heldUntil, look])

  const page = `/${lang}/artworks/${artworkSlug}/checkout/`
  const bought = boughtOf(orders.all, artworkId)
  return (
    <>
      {heldUntil && (
        <>
          <p className={styles.held}>
            {t.heldForYouUntil} <time dateTime={live?.expiresAt}>{formatClock(heldUntil)}</time>
          </p>
          <ButtonLink href={page} wide prefetch={false}>
            {success.continuePaying}
          </ButtonLink>
        </>
      )}
      {live && !heldUntil && (
        <p className={styles.held}>
          {statusSentence(live)}{' '}
          <Link href={`${page}success/?checkout=${encodeURIComponent(live.id)}`} prefetch={false}>
            {success.track}
          </Link>
        </p>
      )}
      {bought && (
        <p className={styles.bought}>
          {bought}{' '}
          <Link href={`/${lang}/profile/collection/`} prefetch={false}>
            {success.collection}
          </Link>
        </p>
      )}
    </>
  )
}

/** "You bought number 1 of 25."; null if nothing of the work was bought. */
function boughtOf(orders: Checkout[], artworkId: string): string | null {
  const own = orders.filter((order) => String(order.artworkId) === artworkId && order.status === 'completed')
  const [first] = own
  if (!first) return null
  if (first.editionSize === 1) return t.youBoughtThisWork
  const numbers = own.map(({ editionNumber }) => editionNumber).sort((a, b) => a - b)
  return t.youBoughtNumbers(
    own.length > 1 ? 's' : '',
    list(numbers.map(String)),
    first.editionSize.toLocaleString('en-US'),
  )
}
