'use client'

import { useState } from 'react'
import { useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/approval-lists'
import { entrySentence, lists } from '@/messages/approval-lists'
import { Failure } from '@/ui/failure'
import { Pager } from '@/ui/pager'
import { Skeleton } from '@/ui/skeleton'
import { logQuery } from '../queries'
import styles from './list.module.css'

/** The log of the requests that the caller made or decided. */
export function Log() {
  const [page, setPage] = useState(1)
  return <Page key={page} page={page} onPage={setPage} />
}

function Page({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { data, problem, read } = useRead(logQuery(page))
  return (
    <section className={styles.section} aria-labelledby="log">
      <h2 id="log">{lists.log.title}</h2>
      {problem && <Failure problem={problem} retry={read} />}
      {!data && !problem && <Skeleton height="6rem" />}
      {data?.items.length === 0 && <p className={styles.quiet}>{lists.log.none}</p>}
      <ul role="list" className={styles.list}>
        {data?.items.map(({ id, summary, status, mine, entries }) => (
          <li key={id} className={styles.row}>
            <h3>{summary}</h3>
            <p>{lists.log.status[status] ?? status}</p>
            <ol role="list" className={styles.entries}>
              {entries.map((entry) => (
                <li key={`${entry.event}${entry.role}${entry.at}`}>
                  <span>{entrySentence(entry, mine)}</span>{' '}
                  <time dateTime={entry.at} className={styles.quiet}>
                    {formatDateTime(entry.at)}
                  </time>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
      {data && (
        <Pager
          label={t.pagination}
          page={page}
          pageCount={data.pageCount}
          before={t.previous}
          after={t.next}
          onPage={onPage}
        />
      )}
    </section>
  )
}
