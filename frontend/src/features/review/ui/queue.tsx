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
import { Skeleton } from '@/ui/skeleton'
import type { Review } from '../model'
import { reviewsQuery } from '../queries'
import { Case } from './case'
import { Cases } from './cases'
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
  const me = session.user?.sub
  const casesThatAre = (status: Review['status']) =>
    data?.items.filter((review) => review.status === status) ?? []
  const open = casesThatAre('open')
  const show = (review: Review) => <Case lang={lang} review={review} me={me} onDecided={onDecided} />
  return (
    <>
      {problem && <Failure problem={problem} retry={data ? undefined : read} />}
      {!data && !problem && <Skeleton height="12rem" />}
      {done.message && (
        <Notice key={done.times} kind="assent" focused>
          {done.message}
        </Notice>
      )}
      <Cases
        id="requests"
        title={t.refundsToApprove}
        items={
          data?.refundRequests?.filter(({ status }) => status === 'pending' || status === 'returning') ?? []
        }
        show={(request) => <Request lang={lang} request={request} me={me} onDecided={onDecided} />}
      />
      <Withdrawals lang={lang} me={me} onDecided={report} />
      {data && (
        <Cases
          id="open"
          title={open.length === 0 ? t.allClear : open.length === 1 ? t.oneCase : t.cases(open.length)}
          lead={open.length === 0 ? t.allClearHint : undefined}
          items={open}
          show={show}
        />
      )}
      <Cases id="closed" title={t.closed} items={casesThatAre('closed')} show={show} />
    </>
  )
}
