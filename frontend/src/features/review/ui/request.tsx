'use client'

import { useAction } from '@/lib/action'
import { formatDateTime } from '@/lib/time'
import { useCoin } from '@/lib/wallet/coin'
import * as t from '@/messages/review'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { decideRefundRequest } from '../calls'
import { moneyOf, type RefundRequest, requestDetailsOf } from '../model'
import { Details } from './details'
import styles from './queue.module.css'

/** A refund that waits for a second member of staff, or for the token. Its requester can only withdraw it. */
export function Request({
  lang,
  request,
  me,
  onDecided,
}: {
  lang: string
  request: RefundRequest
  me?: string
  onDecided: (message: string) => Promise<void>
}) {
  const heading = `request-${request.id}`
  const coin = useCoin(request.chainId)
  const own = request.requestedBy === me
  const returning = request.status === 'returning'

  const { run, running, problem } = useAction(
    (decision: 'approve' | 'reject', keyOf) => decideRefundRequest(request.id, decision, keyOf(decision)),
    {
      onDone: ({ status }, decision) => {
        const approved = status === 'returning' ? t.returnApproved : t.refundApproved
        return onDecided(decision === 'approve' ? approved : own ? t.requestWithdrawn : t.refundRejected)
      },
    },
  )

  return (
    <article className={styles.case} aria-labelledby={heading}>
      <h3 id={heading}>{t.refundOf(moneyOf(request, coin))}</h3>
      <p className={styles.quiet}>
        <time dateTime={request.createdAt}>{formatDateTime(request.createdAt)}</time>
        {request.tokenReturnedAt
          ? t.returnedAt(formatDateTime(request.tokenReturnedAt))
          : (returning ? t.returnUntil : t.approveUntil)(formatDateTime(request.expiresAt))}
      </p>
      <Details lang={lang} details={requestDetailsOf(request, me, coin)} />
      {request.problem ? (
        <Notice kind="alarm">
          {t.returnProblems[request.problem]} {t.triedAgain}
        </Notice>
      ) : (
        request.againstReturn && <p>{returning ? t.waitsForReturn : t.againstReturn}</p>
      )}
      {own && !returning && <p className={styles.quiet}>{t.needsSomeoneElse}</p>}
      {problem && <Notice kind="alarm">{problem}</Notice>}
      <div className={styles.buttons}>
        {!own && (!returning || request.problem) && (
          <Button busy={running === 'approve'} onClick={() => run('approve')}>
            {request.problem ? t.tryRefundNow : t.approveRefund}
          </Button>
        )}
        <Button kind="quiet" busy={running === 'reject'} onClick={() => run('reject')}>
          {own && !returning ? t.withdrawRequest : t.rejectRefund}
        </Button>
      </div>
    </article>
  )
}
