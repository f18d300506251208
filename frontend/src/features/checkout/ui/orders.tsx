'use client'

import { type ReactNode, useState } from 'react'
import { formatMoney } from '@/lib/money'
import { useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import { statusSentence, success } from '@/messages/checkout'
import * as t from '@/messages/orders'
import { Empty } from '@/ui/empty'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import pictured from '@/ui/pictured.module.css'
import { Skeleton } from '@/ui/skeleton'
import { editionOf, inBrowser, isPayable } from '../model'
import { checkoutsQuery } from '../queries'
import styles from './checkout.module.css'
import { DocumentLinks } from './documents'
import { Refunds } from './refunds'

interface OrdersProps {
  lang: string
  /** A small picture of an artwork. */
  thumbnail: (artworkId: string, edition: number) => ReactNode
}

/** Every purchase of the caller, newest first. */
export function Orders({ lang, thumbnail }: OrdersProps) {
  const { data: orders, problem: looking } = useRead(checkoutsQuery)
  const [failed, setFailed] = useState('')
  const problem = failed || looking

  if (!orders) return problem ? <Notice kind="alarm">{problem}</Notice> : <Skeleton height="6rem" />
  if (orders.length === 0) {
    return (
      <Empty>
        <p>{t.noOrders}</p>
        <Link href={`/${lang}/artworks/`}>{t.browseArtworks}</Link>
      </Empty>
    )
  }
  return (
    <>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      <ul role="list" className={pictured.list}>
        {orders.map((order) => {
          const page = `/${lang}/artworks/${order.artworkSlug}/checkout/`
          return (
            <li key={order.id} className={pictured.item}>
              {thumbnail(order.artworkId, order.editionNumber)}
              <div className={pictured.text}>
                <p>
                  <Link href={`/${lang}/artworks/${order.artworkSlug}/`}>
                    <em dir="auto">{order.artworkTitle}</em>
                  </Link>
                  , <span className={`${styles.whole} figures`}>{editionOf(order)}</span>,{' '}
                  {formatMoney(order.price)}
                </p>
                <p>{statusSentence(order, true)}</p>
                <Refunds checkout={order} />
                <p className={styles.quiet}>
                  {formatDateTime(order.createdAt)}
                  {order.paymentMethod && `, ${order.paymentMethod === 'card' ? t.byCard : t.withEther}`}
                  {t.orderPart}{' '}
                  <Link href={`/${lang}/profile/orders/${order.id}/`} className="mono" title={order.id}>
                    {order.id.slice(-8)}
                  </Link>
                </p>
                <p className={styles.links}>
                  {isPayable(order) && (
                    <Link href={`${page}?checkout=${order.id}`}>{success.continuePaying}</Link>
                  )}
                  {inBrowser(order.status) === 'processing' && (
                    <Link href={`${page}success/?checkout=${order.id}`}>{success.track}</Link>
                  )}
                  <DocumentLinks checkout={order} onProblem={setFailed} />
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}
