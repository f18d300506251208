'use client'

import { useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { usePolled } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/review'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { frame } from '@/ui/page'
import { decideWithdrawalReview, listWithdrawalReviews } from '../calls'
import { type WithdrawalReview, withdrawalDetailsOf } from '../model'
import { Details } from './details'
import styles from './queue.module.css'

/** Withdrawals above a daily limit; nothing while there are none. */
export function Withdrawals({ me }: { me?: string }) {
  const { data, problem, read } = usePolled({
    queryKey: ['withdrawal-reviews'],
    queryFn: listWithdrawalReviews,
    every: 30_000,
  })
  const items = data?.items ?? []
  if (problem) return <Failure problem={problem} retry={data ? undefined : read} />
  if (items.length === 0) return null
  return (
    <section className={frame.section} aria-labelledby="withdrawals">
      <h2 id="withdrawals">{t.withdrawalsToCheck}</h2>
      <p className={styles.quiet}>{t.withdrawalsHint}</p>
      <ul role="list" className={styles.cases}>
        {items.map((review) => (
          <li key={review.id}>
            <WithdrawalCase review={review} me={me} onDecided={read} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One of them. Nobody decides about their own. */
export function WithdrawalCase({
  review,
  me,
  onDecided,
}: {
  review: WithdrawalReview
  me?: string
  onDecided: () => Promise<void>
}) {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState<'approve' | 'reject' | null>(null)
  const heading = `withdrawal-${review.id}`

  async function decide(decision: 'approve' | 'reject') {
    if (busy) return
    setBusy(decision)
    setProblem('')
    try {
      await decideWithdrawalReview(review.id, decision)
      await onDecided()
    } catch (error) {
      setProblem(wordsOf(error))
    }
    setBusy(null)
  }

  return (
    <article className={styles.case} aria-labelledby={heading}>
      <h3 id={heading}>{t.withdrawalOf(review.title, review.artist)}</h3>
      <p className={styles.quiet}>
        <time dateTime={review.approvedAt}>{formatDateTime(review.approvedAt)}</time>
      </p>
      <Details details={withdrawalDetailsOf(review)} />
      {review.accountId === me && <p className={styles.quiet}>{t.ownWithdrawal}</p>}
      {problem && <Notice kind="alarm">{problem}</Notice>}
      {review.accountId !== me && (
        <div className={styles.buttons}>
          <Button busy={busy === 'approve'} onClick={() => decide('approve')}>
            {t.approveWithdrawal}
          </Button>
          <Button kind="quiet" busy={busy === 'reject'} onClick={() => decide('reject')}>
            {t.rejectWithdrawal}
          </Button>
        </div>
      )}
    </article>
  )
}
