'use client'

import { useMutation } from '@tanstack/react-query'
import { wordsOf } from '@/lib/api/error'
import { queryClient, useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/security'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Skeleton } from '@/ui/skeleton'
import { endOtherSessions, endSessionById } from '../calls'
import { sessionsQuery } from '../queries'
import styles from './sessions.module.css'

/** Where the account is logged in. Its owner can end each session. */
export function Sessions() {
  const { data, problem, read } = useRead(sessionsQuery)
  const end = useMutation(
    { mutationFn: (id: string | null) => (id ? endSessionById(id) : endOtherSessions()), onSettled: read },
    queryClient,
  )
  const others = data?.items.filter(({ current }) => !current).length ?? 0
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{t.sessions}</h2>
      <p className={styles.note}>{t.sessionsHint}</p>
      {end.error && <Failure problem={wordsOf(end.error)} />}
      {problem && <Failure problem={problem} retry={read} />}
      {data === null && !problem && <Skeleton height="9rem" />}
      <ul role="list" className={styles.list}>
        {data?.items.map(({ id, current, browser, system, network, createdAt, usedAt }) => {
          const device = t.device(browser, system)
          return (
            <li key={id} className={styles.row}>
              <div>
                <h3 className={styles.device}>
                  {device} {current && <span className={styles.current}>{t.thisSession}</span>}
                </h3>
                <p className={styles.note}>
                  {!current && (
                    <>
                      {t.lastUsed} <time dateTime={usedAt}>{formatDateTime(usedAt)}</time>
                      {' · '}
                    </>
                  )}
                  {t.loggedIn} <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
                  {network && (
                    <>
                      {' · '}
                      {t.network} <span className="mono">{network}</span>
                    </>
                  )}
                </p>
              </div>
              {!current && (
                <Button
                  kind="text"
                  busy={end.isPending}
                  aria-label={t.endThisSession(device, formatDateTime(usedAt))}
                  onClick={() => end.mutate(id)}
                >
                  {t.endSession}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {others > 0 && (
        <Button kind="quiet" busy={end.isPending} onClick={() => end.mutate(null)}>
          {t.endAllOthers}
        </Button>
      )}
      {data && others === 0 && <p className={styles.note}>{t.onlyHere}</p>}
    </section>
  )
}
