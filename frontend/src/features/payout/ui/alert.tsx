'use client'

import { type ReactNode, useCallback, useEffect, useReducer } from 'react'
import { useLinkSecret } from '@/lib/link-secret'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/payout-alert'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import styles from '@/ui/link-page.module.css'
import { Notice } from '@/ui/notice'
import { type AlertState, endingOf, readAlert, reduceAlert, stopChange } from '../alert'

/** The page of a "This wasn't me" link: shows the change, and stops it with one button. Opening it changes nothing. */
export function PayoutAlert({ lang }: { lang: string }) {
  const secret = useLinkSecret()
  const [state, dispatch] = useReducer(reduceAlert, { step: 'loading' })

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
          <h1>{t.stopChangeTitle}</h1>
          <output>{t.loading}</output>
        </>
      )
    case 'unknown':
      return <Unknown />
    case 'expired':
      return (
        <>
          <h1>{t.linkExpired}</h1>
          <p>
            {t.linkExpiredHint} <Link href={`/${lang}/support/`}>{t.contactUs}</Link> {t.linkExpiredHintEnd}
          </p>
        </>
      )
    case 'failed':
      return (
        <>
          <h1>{t.stopChangeTitle}</h1>
          <Notice kind="alarm" title={state.problem}>
            <p>{t.nothingHasChanged}</p>
          </Notice>
          <div className={styles.actions}>
            <Button kind="quiet" onClick={onRetry}>
              {t.tryAgain}
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
      <h1>{t.linkInvalid}</h1>
      <p>{t.linkInvalidHint}</p>
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
    open: t.question,
    stopped: justStopped ? t.stopped : t.alreadyStopped,
    over: t.nothingToStop,
  }[alert.state]
  return (
    <>
      <h1>{heading}</h1>
      <dl className={styles.details}>
        <div>
          <dt>{t.artist}</dt>
          <dd>{alert.artistName}</dd>
        </div>
        <div>
          <dt>{t.newWallet}</dt>
          <dd className="mono">{alert.address}</dd>
        </div>
        {alert.previousAddress && (
          <div>
            <dt>{t.previousWallet}</dt>
            <dd className="mono">{alert.previousAddress}</dd>
          </div>
        )}
        {alert.requestedAt && (
          <div>
            <dt>{t.requested}</dt>
            <dd>{formatDate(alert.requestedAt)}</dd>
          </div>
        )}
      </dl>
      {alert.state === 'open' && (
        <>
          <p>
            {alert.status === 'active' ? t.walletActive : t.walletPending} {t.stopItHere}
          </p>
          {problem && <Notice kind="alarm">{problem}</Notice>}
          <div className={styles.actions}>
            <Button busy={busy} onClick={onStop}>
              {t.stopThisChange}
            </Button>
          </div>
          <p className={styles.quiet}>{t.requestedYourself}</p>
        </>
      )}
      {alert.state === 'stopped' && (
        <>
          <Notice kind={justStopped ? 'assent' : 'plain'} title={t.payoutsAreOnHold}>
            <p>{t.payoutsOnHoldHint}</p>
          </Notice>
          <p>
            {t.changePassword}{' '}
            <Link href={`/${lang}/profile/payout-wallet/`}>{t.requestYourWalletAgain}</Link>.
          </p>
        </>
      )}
      {alert.state === 'over' && (
        <p>
          {t.changeIsOver(endingOf(alert))}{' '}
          <Link href={`/${lang}/profile/payout-wallet/`}>{t.yourProfile}</Link>.
        </p>
      )}
    </>
  )
}
