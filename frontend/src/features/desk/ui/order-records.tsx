'use client'

import { useState } from 'react'
import { download } from '@/lib/api/client'
import { wordsOf } from '@/lib/api/error'
import { formatMoney } from '@/lib/money'
import * as t from '@/messages/desk'
import { isolate } from '@/messages/direction'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { documentPath } from '../calls'
import { type Story, wordsOfCode } from '../model'
import styles from './desk.module.css'
import { Part, Time } from './order-parts'

export function Reviews({ story }: { story: Story }) {
  return (
    <Part title={t.reviews} empty={story.reviews.length === 0 ? t.noReviews : undefined}>
      <ul role="list" className={styles.rows}>
        {story.reviews.map((review) => (
          <li key={review.id}>
            <p>
              {wordsOfCode(review.reason)}: {review.status === 'open' ? t.open : t.closed}
              {review.decision && `, ${review.decision}`}
              {review.decidedByName && `, ${isolate(review.decidedByName)}`}
              {review.note && `, “${isolate(review.note)}”`}
            </p>
            <p className={editing.quiet}>
              <Time at={review.createdAt} />
            </p>
            {review.detail && <p>{review.detail}</p>}
          </li>
        ))}
      </ul>
    </Part>
  )
}

export function Documents({ story }: { story: Story }) {
  const [problem, setProblem] = useState('')
  const { documents, order } = story
  const link = (path: string, label: string, file: string) => (
    <a
      href={path}
      onClick={(event) => {
        event.preventDefault()
        setProblem('')
        download(path, file).catch((error: unknown) => setProblem(wordsOf(error)))
      }}
    >
      {label}
    </a>
  )
  return (
    <Part title={t.documents} empty={documents.length === 0 ? t.noDocuments : undefined}>
      {problem && <Failure problem={problem} />}
      <ul role="list" className={styles.rows}>
        {documents.map(({ kind, number, amount, issuedAt }) => (
          <li key={number}>
            <span>
              {link(
                documentPath(order.id, kind === 'invoice' ? 'invoice' : { creditNote: number }),
                t.documentNumber(t.document[kind], number),
                `${kind === 'invoice' ? 'invoice' : 'credit-note'}-${number}.pdf`,
              )}
              , {formatMoney(amount)}
            </span>
            <span className={editing.quiet}>
              <Time at={issuedAt} />
            </span>
          </li>
        ))}
        {documents.length > 0 && (
          <li>
            <span>{link(documentPath(order.id, 'receipt'), t.receipt, `receipt-${order.id}.pdf`)}</span>
          </li>
        )}
      </ul>
    </Part>
  )
}

export function Emails({ story: { emails } }: { story: Story }) {
  return (
    <Part title={t.emails} empty={emails.length === 0 ? t.noEmails : undefined}>
      <ul role="list" className={styles.rows}>
        {emails.map(({ subject, recipient, status, createdAt, sentAt, error }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: emails have no id, and two equal ones can be sent at the same time
          <li key={n}>
            <span>
              {subject}
              {error && <span className={editing.quiet}> {t.mailServerSaid(error)}</span>}
            </span>
            <span className={editing.quiet}>
              {t.emailTo(recipient, t.emailStatus[status])} <Time at={sentAt ?? createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
