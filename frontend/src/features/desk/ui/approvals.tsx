'use client'

import { useMutation } from '@tanstack/react-query'
import { wordsOf } from '@/lib/api/error'
import { queryClient } from '@/lib/query'
import { usePageRows } from '@/lib/rows'
import { may } from '@/lib/session/roles'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/desk-approvals'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Chips } from '@/ui/list/chips'
import { defineList, List } from '@/ui/list/define-list'
import { Find } from '@/ui/list/find'
import { Notice } from '@/ui/notice'
import { accountHref } from '../accounts-model'
import { verifyLog } from '../approvals-calls'
import { type Approval, approvalFilter, approvalsHref } from '../approvals-model'
import { approvalsQuery } from '../queries'
import styles from './desk.module.css'

interface ApprovalsProps {
  lang: string
  roles: string[] | undefined
}

/** The approvals' log of everybody. */
export function Approvals({ lang, roles }: ApprovalsProps) {
  return (
    <>
      <List list={approvals} props={{ lang, linked: may(roles, 'support') }} />
      {may(roles, 'finance') && <Verification />}
    </>
  )
}

const approvals = defineList({
  id: 'approvals',
  path: ({ lang }: { lang: string; linked: boolean }) => approvalsHref(lang),
  filter: approvalFilter,
  useRows: (filter) => usePageRows(approvalsQuery(filter)),
  idOf: ({ id }) => id,
  title: () => t.approvals,
  lead: () => <p className={editing.quiet}>{t.lead}</p>,
  find: () => t.findApprovals,
  controls: ({ search, kind, status }, go) => (
    <>
      <Find
        label={t.searchLabel}
        hint={t.searchHint}
        value={search}
        onFind={(text) => go({ search: text })}
      />
      <Chips
        legend={t.kind}
        texts={t.kinds}
        isChosen={(name) => name === kind}
        onChoose={(name) => go({ kind: name })}
      />
      <Chips
        legend={t.status}
        texts={t.statuses}
        isChosen={(name) => name === status}
        onChoose={(name) => go({ status: name })}
      />
    </>
  ),
  results: () => t.results,
  summary: (count, { filtered }) => (count > 0 ? t.found(count) : filtered ? t.noneFound : t.none),
  rowsClass: styles.rows,
  row: (item, { lang, linked }) => <Row lang={lang} item={item} linked={linked} />,
})

/** Accounts are links for those who may read them. */
function Row({ lang, item, linked }: { lang: string; item: Approval; linked: boolean }) {
  const who = (id: string, text: string) => (linked ? <Link href={accountHref(lang, id)}>{text}</Link> : text)
  const outcome = t.outcomes[item.outcome]
  return (
    <>
      <h3 className={styles.summary}>{item.summary}</h3>
      <span>
        {t.statuses[item.status]}
        {outcome && `, ${outcome}`}
      </span>
      <span className={editing.quiet}>
        {t.requestedBy} {who(item.accountId, item.email || item.accountId)} · {t.number}{' '}
        <span className="mono">{item.id}</span>
      </span>
      <ol role="list">
        {item.entries.map(({ event, role, accountId, byLink, at }) => (
          <li key={`${event}${role}${at}`}>
            {t.events[event]} {byLink ? t.byLink : t.roles[role]}{' '}
            {accountId && who(accountId, t.byAccount(accountId))}{' '}
            <time dateTime={at} className={editing.quiet}>
              {formatDateTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </>
  )
}

function Verification() {
  const { data, error, isPending, mutate } = useMutation({ mutationFn: verifyLog }, queryClient)
  return (
    <section className={styles.part} aria-labelledby="verification">
      <h3 id="verification">{t.verification}</h3>
      <p className={editing.quiet}>{t.verifyLead}</p>
      <div>
        <Button kind="quiet" busy={isPending} onClick={() => mutate()}>
          {t.verify}
        </Button>
      </div>
      {error && <Failure problem={wordsOf(error)} />}
      <output>{data?.broken.length === 0 && t.intact(data.entries, data.requests)}</output>
      {data && data.broken.length > 0 && (
        <Notice kind="alarm" title={t.brokenTitle(data.broken.length, data.entries)}>
          <p>{t.brokenMeans}</p>
          <ul role="list">
            {data.broken.map(({ seq, requestId, event, at }) => (
              <li key={seq}>
                {t.brokenEntry(seq, requestId, event)} <time dateTime={at}>{formatDateTime(at)}</time>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  )
}
