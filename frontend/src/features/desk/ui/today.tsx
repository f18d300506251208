'use client'

import type { ReactNode } from 'react'
import { useRead } from '@/lib/query'
import { formatDate, formatDateTime } from '@/lib/time'
import { useCoin } from '@/lib/wallet/coin'
import * as t from '@/messages/desk'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { Skeleton } from '@/ui/skeleton'
import {
  alarmsOf,
  type Today as Counts,
  countsOf,
  moneyOf,
  orderHref,
  ordersHref,
  progressOf,
} from '../model'
import { invariantsQuery, nextDropQuery, refusedEmailsQuery, todayQuery, withdrawalsQuery } from '../queries'
import styles from './desk.module.css'

/** What happened today, and what waits. */
export function Today({ lang, decides }: { lang: string; decides: boolean }) {
  const { data, problem, read } = useRead(todayQuery)
  return (
    <section className={styles.section} aria-labelledby="today">
      <header>
        <h2 id="today">{t.today}</h2>
        {data && <p className={editing.quiet}>{t.dayStarts(formatDate(data.day), newOrders(data))}</p>}
      </header>
      {problem && <Failure problem={problem} retry={data ? undefined : read} />}
      {!data && !problem && <Skeleton height="10rem" />}
      {data && <Tiles lang={lang} today={data} decides={decides} />}
    </section>
  )
}

function newOrders({ created }: Counts) {
  const sum = created.reduce((before, { orders }) => before + orders, 0)
  return sum === 0 ? t.noneToday : t.ordersToday(sum)
}

function Tiles({ lang, today, decides }: { lang: string; today: Counts; decides: boolean }) {
  const open = countsOf(today.open)
  // The withdrawals belong to another service. Without its count, the link stays.
  const { data: withdrawals } = useRead({ ...withdrawalsQuery, enabled: decides })
  return (
    <div className={styles.tiles}>
      <Tile title={t.waiting}>
        {decides && (
          <>
            <li>
              <Link href={`/${lang}/reviews/`}>{t.reviewsWaiting(today.openReviews)}</Link>
            </li>
            <li>
              <Link href={`/${lang}/reviews/`}>{t.refundsWaiting(today.pendingRefundRequests)}</Link>
            </li>
            <li>
              <Link href={`/${lang}/reviews/`}>
                {withdrawals === null ? t.withdrawalsToCheck : t.withdrawalsWaiting(withdrawals)}
              </Link>
            </li>
          </>
        )}
        <li>
          <Link href={`/${lang}/profile/approvals/`}>{t.approvals}</Link>
        </li>
        <li>
          <Link href={`/${lang}/invariants/`}>{t.promises}</Link>
        </li>
      </Tile>
      <Alarms />
      <RefusedEmails lang={lang} />
      <Tile title={t.nextDrop}>
        <NextDrop lang={lang} />
      </Tile>
      <Tile title={t.openOrders}>
        {open.length === 0 && <li className={editing.quiet}>{t.nothingOpen}</li>}
        {open.map(({ name, orders }) => (
          <li key={name}>
            <Link href={ordersHref(lang, { status: [name] })}>{t.groups[name]}</Link>{' '}
            <span className="figures">{orders}</span>
          </li>
        ))}
      </Tile>
      <Tile title={t.paidToday}>
        <Sums list={today.paid} />
      </Tile>
      <Tile title={t.refundedToday}>
        <Sums list={today.refunded} />
      </Tile>
    </div>
  )
}

/** The invariants in words. An alarm needs a person; what is in progress usually doesn't. */
function Alarms() {
  const { data, problem } = useRead(invariantsQuery)
  const alarms = data ? alarmsOf(data) : []
  const progress = data ? progressOf(data) : []
  return (
    <>
      <Tile title={t.alarmsTitle}>
        {problem && <li>{problem}</li>}
        {data && alarms.length === 0 && <li className={editing.quiet}>{t.noAlarms}</li>}
        {alarms.map((sentence) => (
          <li key={sentence}>
            <strong>{sentence}</strong>
          </li>
        ))}
      </Tile>
      <Tile title={t.inProgress}>
        {data && progress.length === 0 && <li className={editing.quiet}>{t.nothingInProgress}</li>}
        {progress.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Tile>
    </>
  )
}

/** Addresses that our emails don't reach, which need another one. */
function RefusedEmails({ lang }: { lang: string }) {
  const { data } = useRead(refusedEmailsQuery)
  if (!data?.length) return null
  return (
    <Tile title={t.refusedEmails}>
      {data.map(({ recipient, subject, orderId, refusedAt, error }) => (
        <li key={recipient}>
          {orderId ? <Link href={orderHref(lang, orderId)}>{recipient}</Link> : recipient}{' '}
          <span className={editing.quiet}>{t.refusedEmail(subject, formatDateTime(refusedAt), error)}</span>
        </li>
      ))}
    </Tile>
  )
}

function NextDrop({ lang }: { lang: string }) {
  const { data, problem } = useRead(nextDropQuery)
  if (!data) return problem ? <li>{problem}</li> : null
  if (!data.drop) return <li className={editing.quiet}>{t.noNextDrop}</li>
  const { slug, title, sale, artworkCount } = data.drop
  return (
    <li>
      <Link href={`/${lang}/drops/${slug}/`}>
        <em>
          <Name>{title}</Name>
        </em>
      </Link>{' '}
      {t.dropOpens(formatDateTime(sale.startsAt), artworkCount)}
    </li>
  )
}

function Tile({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul role="list">{children}</ul>
    </section>
  )
}

function Sums({ list }: { list: Counts['paid'] }) {
  if (list.length === 0) return <li className={editing.quiet}>{t.nothingYet}</li>
  return list.map((sum) => (
    <Sum key={`${sum.paymentMethod}-${sum.amount?.currency}-${sum.chainId}`} sum={sum} />
  ))
}

function Sum({ sum }: { sum: Counts['paid'][number] }) {
  const coin = useCoin(sum.chainId)
  return (
    <li>
      <span className="figures">{moneyOf(sum, coin)}</span>{' '}
      {sum.paymentMethod === 'card' ? t.byCard : t.inEther}
    </li>
  )
}
