'use client'

import { useMutation } from '@tanstack/react-query'
import { ApiError, wordsOf } from '@/lib/api/error'
import { useLinkSecret } from '@/lib/link-secret'
import { useLinked } from '@/lib/linked'
import { queryClient } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/email-change'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import { InvalidLink, LinkPage, LoadingLink, Outcome, Unchanged } from '@/ui/link-page'
import styles from '@/ui/link-page.module.css'
import { confirmChange, type EmailChange, readLinked, rejectChange } from '../calls'

/** The page of an emailed link that confirms or stops a change of email. Opening it changes nothing. */
export function LinkedChange({ lang }: { lang: string }) {
  const secret = useLinkSecret()
  return (
    <LinkPage>
      {secret === null ? <InvalidLink /> : <Change key={secret} lang={lang} secret={secret ?? ''} />}
    </LinkPage>
  )
}

function Change({ lang, secret }: { lang: string; secret: string }) {
  const { data, problem, isInvalid, refetch, setData } = useLinked('email-change', secret, readLinked)
  const decide = useMutation(
    {
      mutationFn: (to: 'confirm' | 'reject') => (to === 'confirm' ? confirmChange : rejectChange)(secret),
      onSuccess: setData,
      // Someone decided in the meantime.
      onError: (failed) => failed instanceof ApiError && failed.status === 409 && refetch(),
    },
    queryClient,
  )
  if (isInvalid) return <InvalidLink />
  if (!data) return <LoadingLink title={t.title} loading={t.loading} problem={problem} retry={refetch} />
  const isNew = data.recipient === 'new'
  const mine = isNew ? data.newConfirmed : data.currentConfirmed
  if (data.status !== 'pending' || mine) return <Decided lang={lang} change={data} />
  return (
    <>
      <h1>{isNew ? t.questionNew : t.questionCurrent}</h1>
      <Details change={data} />
      <p>{t.bothConfirm}</p>
      {decide.error && <Unchanged problem={wordsOf(decide.error)} />}
      <div className={styles.actions}>
        <Button
          busy={decide.isPending && decide.variables === 'confirm'}
          disabled={decide.isPending}
          onClick={() => decide.mutate('confirm')}
        >
          {t.confirm}
        </Button>
        <Button
          kind="quiet"
          busy={decide.isPending && decide.variables === 'reject'}
          disabled={decide.isPending}
          onClick={() => decide.mutate('reject')}
        >
          {t.stop}
        </Button>
      </div>
      <p className={styles.quiet}>
        {isNew ? (
          t.notYoursHint
        ) : (
          <>
            {t.stopHint} <Link href={`/${lang}/profile/security/`}>{t.security}</Link>.
          </>
        )}
      </p>
    </>
  )
}

function Details({ change }: { change: EmailChange }) {
  const rows = [
    ...(change.currentEmail ? [[t.from, change.currentEmail]] : []),
    [t.to, change.newEmail],
    [t.requested, formatDateTime(change.requestedAt)],
    [t.validUntil, formatDateTime(change.expiresAt)],
  ]
  return (
    <dl className={styles.details}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Decided({ lang, change }: { lang: string; change: EmailChange }) {
  const [heading, hint] = outcomeOf(change)
  return (
    <>
      <Outcome>{heading}</Outcome>
      <p>{hint}</p>
      <p>
        <Link href={`/${lang}/profile/`}>{t.yourProfile}</Link>
      </p>
    </>
  )
}

function outcomeOf({ status, recipient, currentEmail, newEmail }: EmailChange): [string, string] {
  switch (status) {
    case 'pending':
      return [t.confirmed, recipient === 'new' ? t.waitsForCurrent : t.waitsForNew(newEmail)]
    case 'done':
      return [t.done, t.doneHint(newEmail)]
    case 'rejected':
      return [t.stopped, currentEmail ? t.stoppedHint(currentEmail) : t.stoppedHintNew]
    case 'cancelled':
    case 'replaced':
    case 'expired':
      return [t.ended, t.endings[status]]
  }
}
