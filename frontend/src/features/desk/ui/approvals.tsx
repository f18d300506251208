'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { wordsOf } from '@/lib/api/error'
import { queryClient } from '@/lib/query'
import { may } from '@/lib/session/roles'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/desk-approvals'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { goInPlace } from '@/ui/go-in-place'
import { InPlace } from '@/ui/in-place'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { Pagination } from '@/ui/pagination'
import { Skeleton } from '@/ui/skeleton'
import { accountHref } from '../accounts-model'
import { listApprovals, verifyLog } from '../approvals-calls'
import {
  type Approval,
  type ApprovalFilter,
  approvalFilterOf,
  approvalsHref,
  kindNames,
  statusNames,
} from '../approvals-model'
import styles from './desk.module.css'
import { Find } from './find'

interface ApprovalsProps {
  lang: string
  roles: string[] | undefined
}

/** The approvals' log of everybody: the address has the search, the filters and the page. */
export function Approvals({ lang, roles }: ApprovalsProps) {
  const filter = approvalFilterOf(useSearchParams())
  const go = (change: Partial<ApprovalFilter>) =>
    goInPlace(approvalsHref(lang, { ...filter, page: 1, ...change }))
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['desk', 'approvals', filter],
      queryFn: ({ signal }) => listApprovals(filter, signal),
      placeholderData: (before) => before,
    },
    queryClient,
  )
  const filtered = Boolean(filter.search || filter.kind || filter.status)
  return (
    <section className={styles.section} aria-labelledby="approvals">
      <header>
        <h2 id="approvals">{t.approvals}</h2>
        <p className={editing.quiet}>{t.lead}</p>
      </header>
      <search aria-label={t.findApprovals} className={styles.filters}>
        <Find
          label={t.searchLabel}
          hint={t.searchHint}
          value={filter.search}
          onFind={(search) => go({ search })}
        />
        <Chips
          legend={t.kind}
          names={kindNames}
          texts={t.kinds}
          chosen={filter.kind}
          onChoose={(kind) => go({ kind })}
        />
        <Chips
          legend={t.status}
          names={statusNames}
          texts={t.statuses}
          chosen={filter.status}
          onChoose={(status) => go({ status })}
        />
      </search>
      {error && <Failure problem={wordsOf(error)} retry={() => refetch()} />}
      {!data && !error && <Skeleton height="14rem" />}
      {data && (
        <InPlace label={t.results} className={styles.section}>
          <output className={editing.quiet}>
            {data.totalCount > 0 ? t.found(data.totalCount) : filtered ? t.noneFound : t.none}
          </output>
          {data.items.length > 0 && (
            <ul role="list" className={styles.rows}>
              {data.items.map((item) => (
                <Row key={item.id} lang={lang} item={item} linked={may(roles, 'support')} />
              ))}
            </ul>
          )}
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            hrefOf={(page) => approvalsHref(lang, { ...filter, page })}
          />
        </InPlace>
      )}
      {may(roles, 'finance') && <Verification />}
    </section>
  )
}

interface ChipsProps<Name extends string> {
  legend: string
  names: readonly Name[]
  texts: Record<Name, string>
  chosen: Name
  onChoose: (name: Name) => void
}

function Chips<Name extends string>({ legend, names, texts, chosen, onChoose }: ChipsProps<Name>) {
  return (
    <fieldset className={styles.chips}>
      <legend>{legend}</legend>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={chosen === name} onClick={() => onChoose(name)}>
          {texts[name]}
        </button>
      ))}
    </fieldset>
  )
}

/** Accounts are links for those who may read them. */
function Row({ lang, item, linked }: { lang: string; item: Approval; linked: boolean }) {
  const who = (id: string, text: string) => (linked ? <Link href={accountHref(lang, id)}>{text}</Link> : text)
  const outcome = t.outcomes[item.outcome]
  return (
    <li>
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
    </li>
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
