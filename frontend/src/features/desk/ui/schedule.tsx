'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { queryClient, useRead } from '@/lib/query'
import * as t from '@/messages/desk-phases'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { dropsHref } from '../model'
import type { Drop, Schedule as Stored } from '../phases-calls'
import { dropQuery, scheduleQuery } from '../queries'
import { AllowList } from './allow-list'
import styles from './desk.module.css'
import { PhaseSwitch } from './phase-switch'
import { ScheduleForm } from './schedule-form'

/** The phases of a drop: what runs now, the schedule, the lists and what was changed. */
export function Schedule({ lang, id }: { lang: string; id: string }) {
  const drop = useQuery(dropQuery(id), queryClient)
  const { data, problem, read } = useRead(scheduleQuery(id))
  const failed = drop.error ? wordsOf(drop.error) : problem
  return (
    <section className={styles.section} aria-labelledby="drop">
      <header>
        <p>
          <Link href={dropsHref(lang)}>{t.allDrops}</Link>
        </p>
        <h2 id="drop">{drop.data?.title ?? t.drop}</h2>
        {drop.data && (
          <>
            <p>
              {t.dropWindow(drop.data.startsAt, drop.data.endsAt)}{' '}
              {drop.data.isPublished ? (
                <Link href={`/${lang}/drops/${drop.data.slug}/`}>{t.page}</Link>
              ) : (
                <>
                  {t.unpublished} <Link href={`/${lang}/profile/desk/content/drops/${id}/`}>{t.publish}</Link>
                </>
              )}
            </p>
            <p className={editing.quiet}>
              {t.outerLimit} {t.zoneHint()}
            </p>
          </>
        )}
      </header>
      {failed && (
        <Failure
          problem={failed}
          retry={
            data && drop.data
              ? undefined
              : () => {
                  void drop.refetch()
                  void read()
                }
          }
        />
      )}
      {drop.data === null && <p>{t.noSuchDrop}</p>}
      {(drop.isPending || !data) && !failed && <Skeleton height="14rem" />}
      {drop.data && data && <Parts drop={drop.data} stored={data} />}
    </section>
  )
}

function Parts({ drop, stored }: { drop: Drop; stored: Stored }) {
  const [said, setSaid] = useState({ times: 0, message: '' })
  const lists = stored.items.filter(({ phase }) => phase.kind === 'allow_list')
  const done = (next: Stored, message: string) => {
    queryClient.setQueryData(scheduleQuery(drop.id).queryKey, next)
    setSaid(({ times }) => ({ times: times + 1, message }))
  }
  return (
    <div className={styles.order}>
      {said.message && (
        <Notice key={said.times} kind="assent" focused>
          {said.message}
        </Notice>
      )}
      {stored.items.length > 0 && (
        <section className={styles.part} aria-labelledby="running">
          <h3 id="running">{t.running}</h3>
          <ul role="list" className={styles.rows}>
            {stored.items.map(({ phase }) => (
              <PhaseSwitch key={phase.id} phase={phase} onDone={done} />
            ))}
          </ul>
        </section>
      )}
      <ScheduleForm drop={drop} stored={stored} onDone={done} />
      {lists.map(({ phase, members }) => (
        <AllowList key={phase.id} id={phase.id} name={phase.name} count={members} onDone={done} />
      ))}
      <section className={styles.part} aria-labelledby="history">
        <h3 id="history">{t.history}</h3>
        {stored.changes.length === 0 && <p className={editing.quiet}>{t.noHistory}</p>}
        <ul role="list" className={styles.rows}>
          {stored.changes.map(({ action, phaseId, decidedByName, note, version, at }) => (
            <li key={`${version} ${action}`}>
              <span>
                {[t.actions[action], stored.items.find(({ phase }) => phase.id === phaseId)?.phase.name]
                  .filter(Boolean)
                  .join(': ')}
                {note && `. ${note}`}
              </span>
              <span className={`${editing.quiet} figures`}>
                <time dateTime={at}>{t.localTime(at)}</time>, {t.by(decidedByName || t.staff)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
