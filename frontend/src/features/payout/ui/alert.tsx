'use client'

import { type ReactNode, useCallback, useEffect, useReducer, useState } from 'react'
import { formatDate } from '@/lib/time'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { type AlertState, endingOf, readAlert, reduceAlert, secretOf, stopChange } from '../alert'
import styles from './alert.module.css'

/** The page of a "This wasn't me" link: shows the change, and stops it with one button. Opening it changes nothing. */
export function PayoutAlert({ lang }: { lang: string }) {
  const [secret, setSecret] = useState<string | null | undefined>(undefined)
  const [state, dispatch] = useReducer(reduceAlert, { step: 'loading' })

  useEffect(() => {
    const take = () => setSecret(secretOf(location.hash))
    queueMicrotask(take)
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])

  const load = useCallback((of: string) => {
    dispatch({ type: 'loading' })
    readAlert(of).then(
      (alert) => dispatch({ type: 'read', alert }),
      (error: unknown) => dispatch({ type: 'failed', error }),
    )
  }, [])
  useEffect(() => {
    if (secret) load(secret)
  }, [secret, load])

  function stop() {
    if (!secret) return
    dispatch({ type: 'stopping' })
    stopChange(secret).then(
      (alert) => dispatch({ type: 'stopped', alert }),
      (error: unknown) => dispatch({ type: 'failed', error }),
    )
  }

  return (
    <div className={styles.page} data-private>
      {secret === null ? (
        <Unknown />
      ) : (
        <Step lang={lang} state={state} onStop={stop} onRetry={() => secret && load(secret)} />
      )}
    </div>
  )
}

function Step({
  lang,
  state,
  onStop,
  onRetry,
}: {
  lang: string
  state: AlertState
  onStop: () => void
  onRetry: () => void
}): ReactNode {
  switch (state.step) {
    case 'loading':
      return (
        <>
          <h1>Stop a change of payout wallet</h1>
          <output>Loading the change…</output>
        </>
      )
    case 'unknown':
      return <Unknown />
    case 'expired':
      return (
        <>
          <h1>This link has expired</h1>
          <p>
            It was part of an email about a payout wallet, and it no longer works. If a change of your payout
            wallet wasn’t yours, <Link href={`/${lang}/support/`}>contact us</Link> now.
          </p>
        </>
      )
    case 'failed':
      return (
        <>
          <h1>Stop a change of payout wallet</h1>
          <Notice kind="alarm" title={state.problem}>
            <p>Nothing has changed.</p>
          </Notice>
          <div className={styles.actions}>
            <Button kind="quiet" onClick={onRetry}>
              Try again
            </Button>
          </div>
        </>
      )
    case 'shown':
      return <Shown lang={lang} state={state} onStop={onStop} />
  }
}

function Unknown() {
  return (
    <>
      <h1>This link isn’t valid</h1>
      <p>
        Open it again from the email, and make sure that all of it was copied: it ends in a long row of
        characters after #.
      </p>
    </>
  )
}

function Shown({
  lang,
  state: { alert, busy, problem, justStopped },
  onStop,
}: {
  lang: string
  state: Extract<AlertState, { step: 'shown' }>
  onStop: () => void
}) {
  const heading = {
    open: 'Did you request this payout wallet?',
    stopped: justStopped ? 'The change is stopped' : 'This change was already stopped',
    over: 'There’s nothing left to stop',
  }[alert.state]
  return (
    <>
      <h1>{heading}</h1>
      <dl className={styles.details}>
        <div>
          <dt>Artist</dt>
          <dd>{alert.artistName}</dd>
        </div>
        <div>
          <dt>New wallet</dt>
          <dd className="mono">{alert.address}</dd>
        </div>
        {alert.previousAddress && (
          <div>
            <dt>Previous wallet</dt>
            <dd className="mono">{alert.previousAddress}</dd>
          </div>
        )}
        {alert.requestedAt && (
          <div>
            <dt>Requested</dt>
            <dd>{formatDate(alert.requestedAt)}</dd>
          </div>
        )}
      </dl>
      {alert.state === 'open' && (
        <>
          <p>
            {alert.status === 'active'
              ? 'This wallet receives the artist’s share of sales now.'
              : 'This wallet will receive the artist’s share of sales once the change is approved and its waiting time is over.'}{' '}
            If you didn’t request it, stop it here. You don’t need to log in. We then hold the artist’s share
            of new sales until another wallet is approved.
          </p>
          {problem && <Notice kind="alarm">{problem}</Notice>}
          <div className={styles.actions}>
            <Button busy={busy} onClick={onStop}>
              Stop this change
            </Button>
          </div>
          <p className={styles.quiet}>
            Did you request it yourself? Close this page. Opening it has changed nothing.
          </p>
        </>
      )}
      {alert.state === 'stopped' && (
        <>
          <Notice kind={justStopped ? 'assent' : 'plain'} title="Payouts are on hold">
            <p>We hold the artist’s share of new sales until another wallet is approved. Nothing is lost.</p>
          </Notice>
          <p>
            Someone may know your password. Change it, then{' '}
            <Link href={`/${lang}/profile/payout-wallet/`}>request your wallet again</Link>.
          </p>
        </>
      )}
      {alert.state === 'over' && (
        <p>
          The change to this wallet isn’t under way any more. {endingOf(alert)} You can see all changes in{' '}
          <Link href={`/${lang}/profile/payout-wallet/`}>your profile</Link>.
        </p>
      )}
    </>
  )
}
