'use client'

import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import { hasStatus } from '@/lib/api/error'
import { useDefinedForm } from '@/lib/form'
import { formatDateTime } from '@/lib/time'
import { useCoin } from '@/lib/wallet/coin'
import { isolate } from '@/messages/direction'
import * as t from '@/messages/review'
import { Button } from '@/ui/button'
import { Choice, Field } from '@/ui/field'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { decideReview } from '../calls'
import { decisionForm } from '../form'
import {
  causeOf,
  deciderOf,
  detailsOf,
  labelOf,
  moneyOf,
  needsSecond,
  outcomeOf,
  type Review,
  waitingFor,
} from '../model'
import { Details } from './details'
import styles from './queue.module.css'

/** One case: its details and the decision. */
export function Case({
  lang,
  review,
  me,
  onDecided,
}: {
  lang: string
  review: Review
  me?: string
  onDecided: (message: string) => Promise<void>
}) {
  const heading = `case-${review.id}`
  const coin = useCoin(review.chainId)
  const money = moneyOf(review, coin)
  const decider = deciderOf(review, me)
  const details: ComponentProps<typeof Details>['details'] = detailsOf(review, coin)
  if (review.artistName) {
    const href = `/${lang}/artists/${review.artistId}/`
    // Below the work.
    details.splice(1, 0, [
      t.artist,
      <Link key="artist" href={href}>
        <bdi>{review.artistName}</bdi>
      </Link>,
      false,
    ])
  }
  return (
    <article className={styles.case} aria-labelledby={heading}>
      <h3 id={heading}>
        {causeOf(review)}
        {money && <span className="figures">, {money}</span>}
      </h3>
      <p className={styles.quiet}>
        <time dateTime={review.createdAt}>{formatDateTime(review.createdAt)}</time>
        {review.status === 'open' && t.waitingPart(waitingFor(review.createdAt))}
      </p>
      {review.status === 'open' ? (
        <>
          {review.detail && <p className={styles.detail}>{review.detail}</p>}
          <Details lang={lang} details={details} />
          {review.refundRequest ? (
            <p className={styles.quiet}>{t.waitsForApproval}</p>
          ) : (
            <DecisionForm review={review} onDecided={onDecided} />
          )}
        </>
      ) : (
        <>
          <p>
            {outcomeOf(review)}
            {review.closedAt && `, ${formatDateTime(review.closedAt)}`}
            {decider && `, ${decider}`}.{review.note && ` “${isolate(review.note)}”`}
          </p>
          <Details lang={lang} details={details} />
          {review.detail && (
            // The advice was for the decision, which is now only a record.
            <details className={styles.quiet}>
              <summary>{t.detailsThen}</summary>
              <p className={styles.detail}>{review.detail}</p>
            </details>
          )}
        </>
      )}
    </article>
  )
}

interface DecisionFormProps {
  review: Review
  onDecided: (message: string) => Promise<void>
}

function DecisionForm({ review, onDecided }: DecisionFormProps) {
  const { form, field, onSubmit, busy, problem } = useDefinedForm(decisionForm, review, {
    send: ({ action, note, address }, keyOf) => {
      const decision = { action, note, refundAddress: address || undefined }
      return decideReview(review.id, decision, keyOf(decision))
    },
    onDone: ({ refundRequest }, { action }) =>
      onDecided(refundRequest ? t.waitsForApproval : t.decided(labelOf(action, review))),
    onFailed: (error) => hasStatus(error, 409) && onDecided(''),
  })
  const [action, address] = useWatch({ control: form.control, name: ['action', 'address'] })
  if (review.actions.length === 0) return <p className={styles.quiet}>{t.nothingToDecide}</p>
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <fieldset className={styles.actions}>
        <legend>{t.decision}</legend>
        {review.actions.map((possible) => (
          <Choice
            key={possible}
            type="radio"
            label={labelOf(possible, review)}
            value={possible}
            {...form.register('action')}
          />
        ))}
      </fieldset>
      {action === 'refund' && review.paymentMethod === 'ether' && (
        <Field
          label={t.sendItTo}
          hint={review.refundAddress ? t.sendToHint : t.sendToHintWithoutAddress}
          spellCheck={false}
          autoComplete="off"
          placeholder={review.refundAddress}
          {...field('address')}
        />
      )}
      <Field label={t.why} hint={t.whyHint} maxLength={2000} {...field('note')} />
      {action === 'refund' && (
        <p>{needsSecond(review, address.trim()) ? t.refundNeedsSecond : t.refundGoesOutNow}</p>
      )}
      {problem && <Notice kind="alarm">{problem}</Notice>}
      <div>
        <Button type="submit" busy={busy} disabled={!action}>
          {t.decide}
        </Button>
      </div>
    </form>
  )
}
