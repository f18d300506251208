'use client'

import { useEffect, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { formatMoney } from '@/lib/money'
import { formatDateTime } from '@/lib/time'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { listCheckouts } from '../calls'
import { type Checkout, editionOf, inBrowser, isPayable, statusSentence } from '../model'
import styles from './checkout.module.css'
import { PaperLinks } from './papers'
import { Refunds } from './refunds'

/** Every purchase of the caller, newest first. */
export function Orders({ lang }: { lang: string }) {
  const [orders, setOrders] = useState<Checkout[] | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const load = () =>
      listCheckouts().then(
        (list) => {
          setOrders(list)
          setProblem('')
        },
        (error: unknown) => setProblem(wordsOf(error)),
      )
    load()
    const timer = setInterval(() => document.visibilityState === 'visible' && load(), 10_000)
    return () => clearInterval(timer)
  }, [])

  if (!orders) return problem ? <Notice kind="alarm">{problem}</Notice> : <Skeleton height="6rem" />
  if (orders.length === 0) {
    return (
      <p>
        You have bought nothing yet. <Link href={`/${lang}/artworks/`}>See the artworks</Link>
      </p>
    )
  }
  return (
    <>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      <ul role="list" className={styles.orders}>
        {orders.map((order) => {
          const page = `/${lang}/artworks/${order.artworkSlug}/checkout/`
          return (
            <li key={order.id} className={styles.order}>
              <p>
                <Link href={`/${lang}/artworks/${order.artworkSlug}/`}>
                  <em>{order.artworkTitle}</em>
                </Link>
                , <span className={`${styles.whole} figures`}>{editionOf(order)}</span>,{' '}
                {formatMoney(order.price)}
              </p>
              <p>{statusSentence(order)}</p>
              <Refunds checkout={order} />
              <p className={styles.quiet}>
                {formatDateTime(order.createdAt)}
                {order.paymentMethod && `, ${order.paymentMethod === 'card' ? 'by card' : 'with ether'}`}
              </p>
              <p className={styles.links}>
                {isPayable(order) && <Link href={`${page}?checkout=${order.id}`}>Go on paying</Link>}
                {inBrowser(order.status) === 'processing' && (
                  <Link href={`${page}success/?checkout=${order.id}`}>What is still happening</Link>
                )}
                <PaperLinks checkout={order} onProblem={setProblem} />
              </p>
            </li>
          )
        })}
      </ul>
    </>
  )
}
