'use client'

import { useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import { lists } from '@/messages/approval-lists'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Skeleton } from '@/ui/skeleton'
import { headingOf, requestHref } from '../model'
import { waitingQuery } from '../queries'
import { Details } from './details'
import styles from './list.module.css'
import { CancelledWorks, Works } from './work'

/** An approver's open requests, with links to decide. */
export function Waiting({ lang }: { lang: string }) {
  const { data, problem, read } = useRead(waitingQuery)
  return (
    <section className={styles.section} aria-labelledby="waiting">
      <h2 id="waiting">{lists.waiting.title}</h2>
      {problem && <Failure problem={problem} retry={read} />}
      {!data && !problem && <Skeleton height="6rem" />}
      {data?.length === 0 && <p className={styles.quiet}>{lists.waiting.none}</p>}
      {data?.map((request) => (
        <article key={request.id} className={styles.row}>
          <h3>
            <Link href={requestHref(lang, request)}>{headingOf(request.approval)}</Link>
          </h3>
          <Works works={request.approval.works} />
          <CancelledWorks approval={request.approval} />
          <Details details={request.approval.details ?? []} />
          <p className={styles.quiet}>
            {request.requestedAt && `${lists.waiting.requested(formatDateTime(request.requestedAt))}. `}
            {lists.waiting.until(formatDateTime(request.approval.expiresAt))}.
          </p>
          <p>
            <Link href={requestHref(lang, request)}>{lists.waiting.review}</Link>
          </p>
        </article>
      ))}
    </section>
  )
}
