'use client'

import { useState } from 'react'
import { useRead } from '@/lib/query'
import { loginHref } from '@/lib/session/links'
import { may } from '@/lib/session/roles'
import { useSession } from '@/lib/session/use-session'
import * as t from '@/messages/review'
import { buttonClass } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { frame } from '@/ui/page'
import { Skeleton } from '@/ui/skeleton'
import { reviewsQuery } from '../queries'
import { Case } from './case'
import styles from './queue.module.css'
import { Request } from './request'
import { Withdrawals } from './withdrawals'

/** The review queue of staff: payments that no rule could match, and the decisions about them. */
export function Queue({ lang }: { lang: string }) {
  const session = useSession()
  const staff = session.status === 'member' && may(session.user?.roles, 'finance')
  const { data, problem, read } = useRead({ ...reviewsQuery, enabled: staff })
  const [done, setDone] = useState({ times: 0, message: '' })
  const report = (message: string) => setDone(({ times }) => ({ times: times + 1, message }))
  async function onDecided(message: string) {
    await read()
    report(message)
  }

  if (session.status === 'unknown') return <Skeleton height="7rem" /> // about what visitors see
  if (session.status === 'anonymous') {
    return (
      <div className={styles.entry}>
        <p>{t.staffOnly}</p>
        <p>
          <Link href={loginHref(lang, `/${lang}/reviews/`)} className={buttonClass()} prefetch={false}>
            {t.logInToReview}
          </Link>
        </p>
      </div>
    )
  }
  if (!staff) {
    return (
      <p>
        {t.staffOnlyOrders} <Link href={`/${lang}/profile/orders/`}>{t.yourOrders}</Link>.
      </p>
    )
  }
  const reviews = data?.items
  const pending =
    data?.refundRequests?.filter(({ status }) => status === 'pending' || status === 'returning') ?? []
  const open = reviews?.filter(({ status }) => status === 'open') ?? []
  const closed = reviews?.filter(({ status }) => status === 'closed') ?? []
  return (
    <>
      {problem && <Failure problem={problem} retry={reviews ? undefined : read} />}
      {!reviews && !problem && <Skeleton height="12rem" />}
      {done.message && (
        <Notice key={done.times} kind="assent" focused>
          {done.message}
        </Notice>
      )}
      {pending.length > 0 && (
        <section className={frame.section} aria-labelledby="requests">
          <h2 id="requests">{t.refundsToApprove}</h2>
          <ul role="list" className={styles.cases}>
            {pending.map((request) => (
              <li key={request.id}>
                <Request lang={lang} request={request} me={session.user?.sub} onDecided={onDecided} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Withdrawals lang={lang} me={session.user?.sub} onDecided={report} />
      {reviews && (
        <section className={frame.section} aria-labelledby="open">
          <h2 id="open">
            {open.length === 0 ? t.allClear : open.length === 1 ? t.oneCase : t.cases(open.length)}
          </h2>
          {open.length === 0 && <p className={styles.quiet}>{t.allClearHint}</p>}
          <ul role="list" className={styles.cases}>
            {open.map((review) => (
              <li key={review.id}>
                <Case lang={lang} review={review} me={session.user?.sub} onDecided={onDecided} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {closed.length > 0 && (
        <section className={frame.section} aria-labelledby="closed">
          <h2 id="closed">{t.closed}</h2>
          <ul role="list" className={styles.cases}>
            {closed.map((review) => (
              <li key={review.id}>
                <Case lang={lang} review={review} me={session.user?.sub} onDecided={onDecided} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
