'use client'

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemIn } from '@/lib/api/error'
import { queryClient, useRead } from '@/lib/query'
import { may } from '@/lib/session/roles'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/desk-accounts'
import { isolate } from '@/messages/direction'
import { Ask } from '@/ui/ask'
import { detailsClass } from '@/ui/details'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import {
  type AccountStory,
  type ArtistLink,
  blockAccount,
  endSession,
  endSessions,
  unblockAccount,
} from '../accounts-calls'
import { accountHref, accountsHref, labelOf } from '../accounts-model'
import { approvalsHref } from '../approvals-model'
import { ordersHref } from '../model'
import { accountQuery, linksQuery } from '../queries'
import styles from './desk.module.css'
import { LinkArtist } from './link-artist'

interface AccountProps {
  lang: string
  id: string
  roles: string[] | undefined
}

/** Each action needs a reason. */
const reason = { label: t.why, hint: t.whyHint, missing: t.whyMissing }

/** One account: who it is, where it is logged in, and what staff did. Only admins block it. */
export function Account({ lang, id, roles }: AccountProps) {
  const { data, problem, read } = useRead(accountQuery(id))
  const email = data?.account?.emailVerified ? data.account.email : ''
  const links = useQuery({ ...linksQuery(id, email), enabled: Boolean(data?.account) }, queryClient)
  const [done, setDone] = useState({ times: 0, message: '' })
  const act = (work: () => Promise<unknown>, message: string) =>
    problemIn(async () => {
      await work()
      await read()
      setDone(({ times }) => ({ times: times + 1, message }))
    })
  return (
    <div className={styles.order}>
      <p>
        <Link href={accountsHref(lang)}>{t.allAccounts}</Link>
      </p>
      {problem && <Failure problem={problem} retry={data ? undefined : read} />}
      {!data && !problem && <Skeleton height="20rem" />}
      {data?.account && (
        <>
          <h2>{data.name || labelOf(data.account)}</h2>
          {data.account.blocked && (
            <Notice kind="alarm" title={t.blockedTitle}>
              <p>{t.blockedMeans}</p>
            </Notice>
          )}
          {data.account.disabled && (
            <Notice kind="alarm" title={t.disabledTitle}>
              <p>{t.disabledMeans}</p>
            </Notice>
          )}
          {done.message && (
            <Notice key={done.times} kind="assent" focused>
              {done.message}
            </Notice>
          )}
          <Details lang={lang} account={data} roles={roles} links={links} />
          <Sessions account={data} act={act} />
          {may(roles, 'admin') && (
            <section className={styles.part} aria-label={data.account.blocked ? t.unblock : t.block}>
              {data.account.blocked ? (
                <Ask
                  key="unblock"
                  label={t.unblock}
                  back={t.back}
                  note={reason}
                  onConfirm={(why) => act(() => unblockAccount(id, why), t.unblocked)}
                >
                  <p>{t.unblockMeans}</p>
                </Ask>
              ) : (
                <Ask
                  key="block"
                  label={t.block}
                  back={t.back}
                  note={reason}
                  onConfirm={(why) => act(() => blockAccount(id, why), t.blocked)}
                >
                  <p>{t.blockMeans}</p>
                </Ask>
              )}
            </section>
          )}
          {may(roles, 'finance') && (
            <LinkArtist
              id={id}
              account={data.name || labelOf(data.account)}
              onLinked={() => void links.refetch()}
            />
          )}
          <Log lang={lang} account={data} />
        </>
      )}
    </div>
  )
}

function Details({
  lang,
  account: data,
  roles,
  links,
}: {
  lang: string
  account: AccountStory
  roles: string[] | undefined
  links: Pick<UseQueryResult<ArtistLink[]>, 'data' | 'isError'>
}) {
  const { id, email, emailVerified, roles: granted, createdAt } = data.account!
  return (
    <section className={styles.part} aria-labelledby="details">
      <h3 id="details">{t.details}</h3>
      <dl className={detailsClass}>
        <div>
          <dt>{t.email}</dt>
          <dd>{!email ? t.noEmail : emailVerified ? t.verified(email) : t.unverified(email)}</dd>
        </div>
        <div>
          <dt>{t.number}</dt>
          <dd className="mono">{id}</dd>
        </div>
        <div>
          <dt>{t.created}</dt>
          <dd>{formatDateTime(createdAt)}</dd>
        </div>
        {(links.data || links.isError) && (
          <div>
            <dt>{t.artist}</dt>
            <dd>
              {links.data ? links.data.length === 0 && t.noArtist : t.linksNotLoaded}
              <ul role="list">
                {links.data?.map((link) => (
                  <li key={link.artistId}>
                    {link.published ? (
                      <Link href={`/${lang}/artists/${link.slug}/`}>
                        <Name>{link.name}</Name>
                      </Link>
                    ) : (
                      `${isolate(link.name)} ${t.notPublished}`
                    )}
                    , {linkState(link, id, email)}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        <div>
          <dt>{t.wallets}</dt>
          <dd>
            {data.wallets.length === 0 && t.noWallets}
            <ul role="list">
              {data.wallets.map(({ address, linkedAt }) => (
                <li key={address}>
                  <span className="mono">{address}</span>, {t.linkedOn(formatDateTime(linkedAt))}
                </li>
              ))}
            </ul>
          </dd>
        </div>
        <div>
          <dt>{t.passkeys}</dt>
          <dd className="figures">{data.passkeys}</dd>
        </div>
        <div>
          <dt>{t.credentials}</dt>
          <dd>{data.credentialsChangedAt ? formatDateTime(data.credentialsChangedAt) : t.never}</dd>
        </div>
        <div>
          <dt>{t.roles}</dt>
          <dd>
            {granted.join(', ') || t.noRoles} <p className={editing.quiet}>{t.rolesFrom}</p>
          </dd>
        </div>
      </dl>
      {may(roles, 'support', 'finance') && (
        <p className={editing.buttons}>
          <Link href={ordersHref(lang, { search: id })}>{t.orders}</Link>
          <Link href={approvalsHref(lang, { search: id })}>{t.approvals}</Link>
        </p>
      )}
    </section>
  )
}

/** When the link to this account took effect or will, and where it goes next. */
function linkState({ next, nextAt, since }: ArtistLink, id: string, email: string) {
  const at = nextAt ? formatDateTime(nextAt) : ''
  const isNext = next && [id, email].some((own) => own.toLowerCase() === next.toLowerCase())
  if (isNext) return t.movesHere(at)
  const linked = since ? t.linkedSince(formatDateTime(since)) : t.linkedNow
  return next ? `${linked}. ${t.movesTo(next, at)}` : linked
}

interface SessionsProps {
  account: AccountStory
  act: (work: () => Promise<unknown>, message: string) => Promise<string | undefined>
}

function Sessions({ account, act }: SessionsProps) {
  const { id } = account.account!
  return (
    <section className={styles.part} aria-labelledby="sessions">
      <h3 id="sessions">{t.sessions}</h3>
      {account.sessions.length === 0 && <p>{t.noSessions}</p>}
      {account.sessions.length > 0 && (
        <ul role="list" className={styles.rows}>
          {account.sessions.map(({ id: sessionId, current, browser, system, network, createdAt, usedAt }) => {
            const device = t.device(browser, system)
            return (
              <li key={sessionId}>
                <strong>{device}</strong>
                <span className={editing.quiet}>
                  {[
                    current && t.yours,
                    t.lastUsed(formatDateTime(usedAt)),
                    t.loggedIn(formatDateTime(createdAt)),
                    network && t.network(network),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <Ask
                  label={t.endSession}
                  name={t.endThisSession(device)}
                  back={t.back}
                  note={reason}
                  onConfirm={(why) => act(() => endSession(id, sessionId, why), t.sessionEnded)}
                >
                  <p>{t.endSessionMeans}</p>
                </Ask>
              </li>
            )
          })}
        </ul>
      )}
      {account.sessions.length > 1 && (
        <Ask
          label={t.endAll}
          back={t.back}
          note={reason}
          onConfirm={(why) => act(() => endSessions(id, why), t.allEnded)}
        >
          <p>{t.endAllMeans}</p>
        </Ask>
      )}
    </section>
  )
}

function Log({ lang, account }: { lang: string; account: AccountStory }) {
  return (
    <section className={styles.part} aria-labelledby="staff-log">
      <h3 id="staff-log">{t.log}</h3>
      {account.actions.length === 0 && <p>{t.noActions}</p>}
      {account.actions.length > 0 && (
        <ol role="list" className={styles.rows}>
          {account.actions.map(({ action, reason, actorId, actorEmail, at }) => (
            <li key={`${at}${action}`}>
              <span>
                {t.actions[action]}{' '}
                <Link href={accountHref(lang, actorId)}>{t.by(actorEmail || actorId)}</Link>{' '}
                <time dateTime={at} className={editing.quiet}>
                  {formatDateTime(at)}
                </time>
              </span>
              {reason && <span>{reason}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
