'use client'

import { useState } from 'react'
import { useAction } from '@/lib/action'
import { useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import { isolate } from '@/messages/direction'
import * as t from '@/messages/review'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Field } from '@/ui/field'
import { Notice } from '@/ui/notice'
import { decideWithdrawalReview } from '../calls'
import { type WithdrawalReview, withdrawalCases, withdrawalDetailsOf } from '../model'
import { withdrawalReviewsQuery } from '../queries'
import { Cases } from './cases'
import { Details } from './details'
import styles from './queue.module.css'

interface WithdrawalsProps {
  lang: string
  me?: string
  onDecided: (message: string) => void
}

/** Withdrawals above a daily limit; nothing while there are none. */
export function Withdrawals({ lang, me, onDecided }: WithdrawalsProps) {
  const { data, problem, read } = useRead(withdrawalReviewsQuery)
  const items = data?.items ?? []
  const decided = data?.decided ?? []
  if (problem) return <Failure problem={problem} retry={data ? undefined : read} />
  return (
    <>
      <Cases
        id="withdrawals"
        title={t.withdrawalsToCheck}
        lead={items.length > 0 ? t.withdrawalsHint : undefined}
        items={withdrawalCases(items).map((reviews) => ({ id: reviews[0].id, reviews }))}
        show={({ reviews }) => (
          <WithdrawalCase
            lang={lang}
            reviews={reviews}
            me={me}
            onDecided={async (message) => {
              await read()
              onDecided(message)
            }}
          />
        )}
      />
      {decided.length > 0 && <Decided lang={lang} items={decided} me={me} />}
    </>
  )
}

/** The latest decisions, with the deciding person and the reason. */
export function Decided({ lang, items, me }: { lang: string; items: WithdrawalReview[]; me?: string }) {
  return (
    <details className={styles.decided}>
      <summary>{t.decidedWithdrawals}</summary>
      <ul role="list" className={styles.cases}>
        {items.map((review) => (
          <li key={review.id}>
            <article className={styles.case} aria-labelledby={`withdrawal-${review.id}`}>
              <h3 id={`withdrawal-${review.id}`}>{t.workBy(review.title, review.artist)}</h3>
              <p>
                {review.status === 'approved' ? t.withdrawalApproved : t.withdrawalRejected}
                {review.decidedAt && `, ${formatDateTime(review.decidedAt)}`}
                {`, ${review.decidedBy === me ? t.byYou : t.decidedBy(t.memberOfStaff)}`}.
                {review.note && ` “${isolate(review.note)}”`}
              </p>
              <Details lang={lang} details={withdrawalDetailsOf(review)} />
            </article>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** One withdrawal, or several that an account requested together. Nobody decides about their own, or without a reason. */
export function WithdrawalCase({
  lang,
  reviews,
  me,
  onDecided,
}: {
  lang: string
  reviews: [WithdrawalReview, ...WithdrawalReview[]]
  me?: string
  onDecided: (message: string) => Promise<void>
}) {
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState('')
  const [review] = reviews
  const several = reviews.length > 1
  const heading = `withdrawal-${review.id}`

  const { run, running, problem } = useAction(
    async (decision: 'approve' | 'reject') => {
      for (const { id } of reviews) await decideWithdrawalReview(id, decision, note.trim())
    },
    {
      onDone: (_, decision) =>
        onDecided((decision === 'approve' ? t.withdrawalsApproved : t.withdrawalsRejected)(reviews.length)),
      // Withdrawals before a failed one are decided, and leave the list.
      onFailed: () => onDecided(''),
    },
  )
  function decide(decision: 'approve' | 'reject') {
    setMissing(note.trim() ? '' : t.reasonMissing)
    if (note.trim()) run(decision)
  }

  return (
    <article className={styles.case} aria-labelledby={heading}>
      <h3 id={heading}>
        {several ? t.worksTogether(reviews.length) : t.workBy(review.title, review.artist)}
      </h3>
      {several && (
        <ul>
          {reviews.map(({ id, title, artist }) => (
            <li key={id}>{t.workBy(title, artist)}</li>
          ))}
        </ul>
      )}
      <p className={styles.quiet}>
        <time dateTime={review.approvedAt}>{formatDateTime(review.approvedAt)}</time>
      </p>
      <Details
        lang={lang}
        details={withdrawalDetailsOf(
          review,
          reviews.map(({ tokenId }) => tokenId),
        )}
      />
      {review.accountId === me && <p className={styles.quiet}>{t.ownWithdrawal}</p>}
      {review.accountId !== me && (
        <div className={styles.form}>
          <Field
            label={t.withdrawalReason}
            value={note}
            maxLength={2000}
            onChange={({ target }) => setNote(target.value)}
            error={missing}
            hint={t.withdrawalReasonHint}
          />
          {problem && <Notice kind="alarm">{problem}</Notice>}
          <div className={styles.buttons}>
            <Button busy={running === 'approve'} onClick={() => decide('approve')}>
              {t.approveWithdrawals(reviews.length)}
            </Button>
            <Button kind="quiet" busy={running === 'reject'} onClick={() => decide('reject')}>
              {t.rejectWithdrawals(reviews.length)}
            </Button>
          </div>
        </div>
      )}
    </article>
  )
}
