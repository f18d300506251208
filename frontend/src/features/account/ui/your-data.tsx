'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '@/lib/api/client'
import { wordsOf } from '@/lib/api/error'
import { queryClient, useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/account-data'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { cancelDeletion, type DataRequest, exportPath, requestDeletion, requestExport } from '../calls'
import { dataRequestsQuery } from '../queries'
import styles from './your-data.module.css'

const At = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>

/** Downloads a copy of everything that is stored about the person, and deletes their account. */
export function YourData() {
  const { data, problem, read } = useRead(dataRequestsQuery)
  if (data === null) {
    return problem ? <Failure problem={problem} retry={read} /> : <Skeleton height="12rem" />
  }
  const latest = (kind: string) => data.items.find((request) => request.kind === kind)
  return (
    <>
      {problem && <Failure problem={problem} retry={read} />}
      <Copy request={latest('export')} read={read} />
      <Deletion request={latest('deletion')} read={read} />
    </>
  )
}

interface PartProps {
  request: DataRequest | undefined
  read: () => void
}

function Copy({ request, read }: PartProps) {
  const [failed, setFailed] = useState('')
  const start = useMutation({ mutationFn: requestExport, onSettled: read }, queryClient)
  const problem = failed || (start.error && wordsOf(start.error))
  return (
    <section aria-labelledby="your-data" className={styles.part}>
      <h2 id="your-data">{t.yourData}</h2>
      <p className={styles.note}>{t.yourDataHint}</p>
      {problem && <Failure problem={problem} />}
      {request?.state === 'waiting' && <p aria-live="polite">{t.preparing}</p>}
      {request?.state === 'done' && (
        <p>
          <a
            href={exportPath(request.id)}
            onClick={(event) => {
              event.preventDefault()
              setFailed('')
              download(exportPath(request.id), 'vitrine-data.zip').catch((error: unknown) =>
                setFailed(wordsOf(error)),
              )
            }}
          >
            {t.download}
          </a>{' '}
          <span className={styles.note}>
            {t.availableUntil} <At at={request.until} />
          </span>
        </p>
      )}
      {request?.state !== 'waiting' && (
        <Button kind="quiet" busy={start.isPending} onClick={() => start.mutate()}>
          {t.requestCopy}
        </Button>
      )}
    </section>
  )
}

function Deletion({ request, read }: PartProps) {
  const [asking, setAsking] = useState(false)
  const start = useMutation(
    { mutationFn: requestDeletion, onSuccess: () => setAsking(false), onSettled: read },
    queryClient,
  )
  const cancel = useMutation({ mutationFn: cancelDeletion, onSettled: read }, queryClient)
  const error = start.error ?? cancel.error
  const state = request?.state ?? ''
  const live = ['unconfirmed', 'waiting', 'running', 'clearing'].includes(state)
  const reasons = live ? request?.reasons : start.data?.reasons
  return (
    <section aria-labelledby="delete-account" className={styles.part}>
      <h2 id="delete-account">{t.deleteAccount}</h2>
      <p className={styles.note}>{t.deleteHint}</p>
      {error && <Failure problem={wordsOf(error)} />}
      {!!reasons?.length && (
        <Notice title={t.endFirst}>
          <ul className={styles.reasons}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Notice>
      )}
      {request && state === 'unconfirmed' && (
        <p aria-live="polite">
          {t.checkEmail} <At at={request.until} />.
        </p>
      )}
      {request && state === 'waiting' && (
        <p aria-live="polite">
          {t.scheduled} <At at={request.until} />.
        </p>
      )}
      {(state === 'running' || state === 'clearing') && <p aria-live="polite">{t.running}</p>}
      {request && (state === 'unconfirmed' || state === 'waiting') && (
        <Button kind="quiet" busy={cancel.isPending} onClick={() => cancel.mutate(request.id)}>
          {t.cancelDeletion}
        </Button>
      )}
      {!live && !asking && (
        <Button kind="quiet" onClick={() => setAsking(true)}>
          {t.deleteThisAccount}
        </Button>
      )}
      {!live && asking && (
        <div className={styles.part}>
          <h3 tabIndex={-1} ref={(heading) => heading?.focus()}>
            {t.sure}
          </h3>
          <p className={styles.note}>{t.sureHint}</p>
          <div className={styles.choice}>
            <Button busy={start.isPending} onClick={() => start.mutate()}>
              {t.yesDelete}
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              {t.keep}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}
