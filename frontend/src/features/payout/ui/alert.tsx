'use client'

import { useMutation } from '@tanstack/react-query'
import { useLinkSecret } from '@/lib/link-secret'
import { useLinked } from '@/lib/linked'
import { queryClient } from '@/lib/query'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/payout-alert'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import { InvalidLink, LinkPage, LoadingLink } from '@/ui/link-page'
import styles from '@/ui/link-page.module.css'
import { Notice } from '@/ui/notice'
import { type AlertState, endingOf, readAlert, stateOf, stopChange } from '../alert'

/** The page of a "This wasn't me" link: shows the change, and stops it with one button. Opening it changes nothing. */
export function PayoutAlert({ lang }: { lang: string }) {
  const secret = useLinkSecret()
  return (
    <LinkPage>
      {secret === null ? <InvalidLink /> : <Change key={secret} lang={lang} secret={secret ?? ''} />}
    </LinkPage>
  )
}

function Change({ lang, secret }: { lang: string; secret: string }) {
  const read = useLinked('payout-alert', secret, readAlert)
  const stop = useMutation({ mutationFn: () => stopChange(secret) }, queryClient)
  return <Step lang={lang} state={stateOf(read, stop)} onStop={() => stop.mutate()} onRetry={read.refetch} />
}

interface StepProps {
  lang: string
  state: AlertState
  onStop: () => void
  onRetry: () => void
}

function Step({ lang, state, onStop, onRetry }: StepProps) {
  switch (state.step) {
    case 'loading':
      return (
        <LoadingLink title={t.stopChangeTitle} loading={t.loading} problem={state.problem} retry={onRetry} />
      )
    case 'unknown':
      return <InvalidLink />
    case 'expired':
      return (
        <>
          <h1>{t.linkExpired}</h1>
          <p>
            {t.linkExpiredHint} <Link href={`/${lang}/support/`}>{t.contactUs}</Link> {t.linkExpiredHintEnd}
          </p>
        </>
      )
    case 'shown':
      return <Shown lang={lang} state={state} onStop={onStop} />
  }
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
          <dd>
            <bdi>{alert.artistName}</bdi>
          </dd>
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
