'use client'

import { type ComponentProps, type FormEvent, useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import { ApiError, wordsOf } from '@/lib/api/error'
import { formatDateTime } from '@/lib/time'
import { addressProblem } from '@/lib/wallet/address'
import { useCoin } from '@/lib/wallet/coin'
import * as t from '@/messages/review'
import { Button } from '@/ui/button'
import { Choice, Field } from '@/ui/field'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { decideReview } from '../calls'
import {
  type Action,
  causeOf,
  deciderOf,
  detailsOf,
  labelOf,
  moneyOf,
  needsAddress,
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
        {review.artistName}
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
            {decider && `, ${decider}`}.{review.note && ` “${review.note}”`}
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

function DecisionForm({
  review,
  onDecided,
}: {
  review: Review
  onDecided: (message: string) => Promise<void>
}) {
  const [action, setAction] = useState<Action | null>(null)
  const [note, setNote] = useState('')
  const [address, setAddress] = useState('')
  const [problems, setProblems] = useState<{ note?: string; address?: string; whole?: string }>({})
  const [busy, setBusy] = useState(false)
  const [key] = useState(actionKey)

  async function decide(event: FormEvent) {
    event.preventDefault()
    if (!action || busy) return
    const found: typeof problems = {}
    if (!note.trim()) found.note = t.reasonMissing
    if (action === 'refund' && (address.trim() || needsAddress(review, action))) {
      found.address = (await addressProblem(address)) ?? undefined
    }
    setProblems(found)
    if (found.note || found.address) return
    setBusy(true)
    const refundAddress = action === 'refund' && address.trim() ? address.trim() : undefined
    const decision = { action, note: note.trim(), refundAddress }
    try {
      const { refundRequest } = await decideReview(review.id, decision, key.of(decision))
      key.end()
      await onDecided(refundRequest ? t.waitsForApproval : t.decided(labelOf(action, review)))
    } catch (error) {
      key.end(error)
      setProblems({ whole: wordsOf(error) })
      if (error instanceof ApiError && error.status === 409) await onDecided('')
    }
    setBusy(false)
  }

  if (review.actions.length === 0) return <p className={styles.quiet}>{t.nothingToDecide}</p>
  const ether = review.paymentMethod === 'ether'
  return (
    <form className={styles.form} onSubmit={decide} noValidate>
      <fieldset className={styles.actions}>
        <legend>{t.decision}</legend>
        {review.actions.map((one) => (
          <Choice
            key={one}
            type="radio"
            name={`action-${review.id}`}
            label={labelOf(one, review)}
            checked={action === one}
            onChange={() => setAction(one)}
          />
        ))}
      </fieldset>
      {action === 'refund' && ether && (
        <Field
          label={t.sendItTo}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          spellCheck={false}
          autoComplete="off"
          placeholder={review.refundAddress}
          error={problems.address}
          hint={review.refundAddress ? t.sendToHint : t.sendToHintWithoutAddress}
        />
      )}
      <Field
        label={t.why}
        value={note}
        maxLength={2000}
        onChange={({ target }) => setNote(target.value)}
        error={problems.note}
        hint={t.whyHint}
      />
      {action === 'refund' && (
        <p>{needsSecond(review, address.trim()) ? t.refundNeedsSecond : t.refundGoesOutNow}</p>
      )}
      {problems.whole && <Notice kind="alarm">{problems.whole}</Notice>}
      <div>
        <Button type="submit" busy={busy} disabled={!action}>
          {t.decide}
        </Button>
      </div>
    </form>
  )
}
