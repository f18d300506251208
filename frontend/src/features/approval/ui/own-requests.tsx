'use client'

import { useState } from 'react'
import { useAction } from '@/lib/action'
import { useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import { lists } from '@/messages/approval-lists'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { type PendingApproval, resend } from '../calls'
import { headingOf } from '../model'
import { byEmailQuery } from '../queries'
import styles from './list.module.css'

/** The caller's pending requests, each with a button that emails a new link. `kind` filters them. */
export function OwnRequests({ lang, kind }: { lang: string; kind?: string }) {
  const { data, read } = useRead(byEmailQuery)
  const [sent, setSent] = useState('')
  const { run, busy, problem } = useAction(
    async ({ id }: PendingApproval) => {
      setSent('')
      setSent((await resend(id)) === 'owner' ? lists.own.sent : lists.own.reminded)
    },
    { onDone: read, onFailed: read },
  )
  const requests = data?.filter((request) => !kind || request.kind === kind)

  if (!requests?.length) return null
  return (
    <section className={styles.section} aria-labelledby="own-requests">
      <h2 id="own-requests">{lists.own.title}</h2>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      {sent && <Notice kind="assent">{sent}</Notice>}
      <ul role="list" className={styles.list}>
        {requests.map((request) => {
          const toOwner = request.waitsFor !== 'approver'
          return (
            <li key={request.id} className={styles.row}>
              <h3>{headingOf(request.approval)}</h3>
              {request.refusedEmail ? (
                <Notice kind="alarm">
                  <p>{lists.own.refused(request.refusedEmail)}</p>
                  <Link href={`/${lang}/profile/profile/`}>{lists.own.changeEmail}</Link>
                </Notice>
              ) : (
                <p>{toOwner ? lists.own.checkEmail : lists.own.withApprover}</p>
              )}
              <p className={styles.quiet}>
                {request.requestedAt && `${lists.waiting.requested(formatDateTime(request.requestedAt))}. `}
                {lists.waiting.until(formatDateTime(request.approval.expiresAt))}.
              </p>
              <p>
                <Button kind="text" busy={busy} onClick={() => run(request)}>
                  {toOwner ? lists.own.resend : lists.own.remind}
                </Button>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
