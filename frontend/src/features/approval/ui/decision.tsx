'use client'

import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ApiError, wordsOf } from '@/lib/api/error'
import { loginHref } from '@/lib/session/links'
import { useSession } from '@/lib/session/use-session'
import { sessionStore } from '@/lib/storage'
import { formatDateTime } from '@/lib/time'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import type { Approval } from '../answer'
import { approve, readApproval, reject } from '../calls'
import { followUpOf, headingOf, outcomeOf, secretOf, untilLate } from '../model'
import styles from './decision.module.css'
import { Details } from './details'

interface DecisionProps {
  lang: string
  /** The page's own address, for the way back from the login. */
  path: string
  /** The heading until it is known what is decided. */
  title: string
}

/** Where the secret waits while the person logs in; nothing else ever keeps it. */
const keptUnder = 'vitrine.approval'

/** The page of an emailed link: finds the secret, and starts anew with another one. */
export function Decision(props: DecisionProps) {
  const [secret, setSecret] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    const take = () => {
      const kept = sessionStore.getItem(keptUnder)
      sessionStore.removeItem(keptUnder)
      const found = secretOf(location.hash) ?? secretOf(kept ?? '')
      // Back from the login: the address gets its fragment again, so that a reload works.
      if (found && !location.hash) history.replaceState(null, '', `#${found}`)
      setSecret(found)
    }
    queueMicrotask(take)
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return <Request key={secret ?? ''} {...props} secret={secret} />
}

/** What is decided, and the two answers. */
function Request({ lang, path, title, secret }: DecisionProps & { secret: string | null | undefined }) {
  const session = useSession()
  const [approval, setApproval] = useState<Approval | null>(null)
  const [problem, setProblem] = useState('')
  const [unknown, setUnknown] = useState(false)
  /** The link asks another account than the one that is logged in. */
  const [stranger, setStranger] = useState(false)
  const [busy, setBusy] = useState(false)

  const load = useCallback(
    (of: string) =>
      readApproval(of).then(
        (found) => setApproval(found),
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 404) setUnknown(true)
          else setProblem(wordsOf(error))
        },
      ),
    [],
  )

  useEffect(() => {
    if (secret) load(secret)
  }, [secret, load])

  // A page that was left open must not go on offering what the server refuses.
  useEffect(() => {
    if (!secret || !approval || outcomeOf(approval)) return
    const timer = setTimeout(() => load(secret), untilLate(approval, Date.now()))
    return () => clearTimeout(timer)
  }, [secret, approval, load])

  async function decide(work: (of: string) => Promise<Approval>) {
    if (!secret) return
    setBusy(true)
    setProblem('')
    setStranger(false)
    try {
      setApproval(await work(secret))
    } catch (error) {
      setProblem(wordsOf(error))
      setStranger(error instanceof ApiError && error.status === 403)
      // Somebody else may have been faster, or the time ran out: show how it stands.
      if (error instanceof ApiError && [409, 410].includes(error.status)) await load(secret)
    }
    setBusy(false)
  }

  function retry() {
    setProblem('')
    if (secret) load(secret)
  }

  function logIn() {
    if (secret) sessionStore.setItem(keptUnder, secret)
    location.assign(loginHref(lang, path))
  }

  if (secret === null || unknown) {
    return (
      <Frame title={title}>
        <p>
          This link leads to no request. Open it again from the mail, and make sure that all of it was copied:
          it ends in a long row of characters after #.
        </p>
        <p>
          What waits for you, and what was decided, is also in{' '}
          <Link href={`/${lang}/profile/`}>your profile</Link>.
        </p>
      </Frame>
    )
  }
  if (!approval) {
    return (
      <Frame title={title}>
        {problem ? (
          <>
            <Notice kind="alarm">{problem}</Notice>
            <div className={styles.actions}>
              <Button kind="quiet" onClick={retry}>
                Try again
              </Button>
            </div>
          </>
        ) : (
          <output>Reading what is to be decided.</output>
        )}
      </Frame>
    )
  }
  const outcome = outcomeOf(approval)
  const [follow, followed] = followUpOf(approval)
  return (
    <Frame title={headingOf(approval)}>
      <Details details={approval.details} />
      {problem && <Notice kind="alarm">{problem}</Notice>}
      {stranger && (
        <p>
          You can log out in <Link href={`/${lang}/profile/`}>your profile</Link>; then open the link from the
          mail again.
        </p>
      )}
      {outcome ? (
        <>
          <Notice title={outcome.title}>
            <p>{outcome.text}</p>
            {approval.status === 'expired' ? (
              <p className={styles.quiet}>It could be approved until {formatDateTime(approval.expiresAt)}</p>
            ) : (
              approval.decidedAt && (
                <p className={styles.quiet}>Decided {formatDateTime(approval.decidedAt)}</p>
              )
            )}
          </Notice>
          {approval.asks === 'owner' && (
            <p>
              <Link href={`/${lang}/profile/${follow}`}>{followed}</Link>
            </p>
          )}
        </>
      ) : (
        <>
          <p className={styles.quiet}>
            {approval.asks === 'approver' ? 'You are asked as the second person. ' : ''}
            The link is good until{' '}
            <time dateTime={approval.expiresAt}>{formatDateTime(approval.expiresAt)}</time>. Opening it has
            decided nothing.
          </p>
          {session.status === 'anonymous' && (
            <p>
              To approve, log in with the account that the mail was sent to; you come back here. Rejecting
              needs no login.
            </p>
          )}
          <div className={styles.actions}>
            <Button
              busy={busy}
              disabled={session.status === 'unknown'}
              onClick={session.status === 'member' ? () => decide(approve) : logIn}
            >
              Approve
            </Button>
            <Button kind="quiet" busy={busy} onClick={() => decide(reject)}>
              Reject
            </Button>
          </div>
        </>
      )}
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page} data-private>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
