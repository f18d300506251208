'use client'

import { type FormEvent, useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import { ApiError, hasStatus, wordsOf } from '@/lib/api/error'
import { useRead } from '@/lib/query'
import { formatDate, formatDateTime } from '@/lib/time'
import { useRecipient } from '@/lib/wallet/use-recipient'
import * as t from '@/messages/payout-wallet'
import { AddressField } from '@/ui/address-field'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { cancelPayoutUpdate, requestPayoutWallet } from '../calls'
import { isPending, type PayoutUpdate, type PayoutWallet, updateSentence } from '../payout'
import { payoutWalletQuery } from '../queries'
import styles from './profile.module.css'

/** An artist's payout wallet: the active one, a pending change, and the form that requests another. */
export function Payout() {
  const recipient = useRecipient()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const [noArtist, setNoArtist] = useState(false)
  const [key] = useState(actionKey)
  const { data: wallet, error, problem: unread, read } = useRead(payoutWalletQuery)

  const pending = wallet?.items.find(isPending)
  const part = useKeptFocus<HTMLDivElement>(pending?.id)

  async function change(work: () => Promise<unknown>) {
    setBusy(true)
    setProblem('')
    try {
      await work()
      key.end()
    } catch (error) {
      if (error instanceof ApiError && (error.status === 422 || error.code === 'name_changed'))
        recipient.refuse(error)
      else if (error instanceof ApiError && error.code === 'forbidden') setNoArtist(true)
      else setProblem(wordsOf(error))
      key.end(error)
    }
    await read()
    setBusy(false)
  }

  async function request(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const to = await recipient.check()
    setBusy(false)
    if (!to) return
    await change(async () => {
      await requestPayoutWallet(to, key.of(to))
      recipient.setText('')
    })
  }

  if (noArtist || hasStatus(error, 403)) {
    return <p className={styles.note}>{t.noArtist}</p>
  }
  if (!wallet) {
    return unread ? <Failure problem={unread} retry={read} /> : <Skeleton height="6rem" />
  }
  return (
    <>
      {wallet.linked ? <ActiveWallet wallet={wallet} /> : <Former />}
      {(problem || unread) && <Notice kind="alarm">{problem || unread}</Notice>}
      <div ref={part}>
        {!wallet.linked ? null : pending ? (
          <Pending
            update={pending}
            busy={busy}
            onCancel={() => change(() => cancelPayoutUpdate(pending.id))}
          />
        ) : (
          <form onSubmit={request} noValidate className={styles.form}>
            <AddressField {...recipient.field} label={t.walletAddress} hint={t.walletAddressHint} />
            <div className={styles.actions}>
              <Button type="submit" busy={busy}>
                {t.requestThisWallet}
              </Button>
            </div>
          </form>
        )}
      </div>
      {wallet.items.length > 0 && (
        <ul role="list" className={styles.list} aria-label={t.changes}>
          {wallet.items.map((update) => (
            <li key={update.id} className={styles.row}>
              {update.name && (
                <span>
                  <bdi>{update.name}</bdi>
                </span>
              )}
              <code>{update.address}</code>
              <span>
                {updateSentence(update)}
                {update.requestedAt && t.requestedOn(formatDate(update.requestedAt))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The wallet that receives the artist's share now. */
function ActiveWallet({ wallet: { activeAddress, frozen } }: { wallet: PayoutWallet }) {
  if (frozen)
    return (
      <Notice kind="alarm" title={t.payoutsAreOnHold}>
        <p>
          {t.payoutsOnHoldHint}
          {activeAddress && (
            <>
              {' '}
              {t.previousWallet} <code>{activeAddress}</code>.
            </>
          )}
        </p>
      </Notice>
    )
  if (activeAddress)
    return (
      <p>
        {t.currentWallet} <code>{activeAddress}</code>.
      </p>
    )
  return <p>{t.noWallet}</p>
}

/** An account that is no longer linked to an artist. */
function Former() {
  return (
    <Notice title={t.artistUnlinked}>
      <p>{t.artistUnlinkedHint}</p>
    </Notice>
  )
}

function Pending({ update, busy, onCancel }: { update: PayoutUpdate; busy: boolean; onCancel: () => void }) {
  return (
    <Notice title={t.changeInProgress}>
      {update.own === false && <p>{t.requestedByOther}</p>}
      <p>
        {t.newWalletLabel}{' '}
        {update.name && (
          <>
            <bdi>{update.name}</bdi>,{' '}
          </>
        )}
        <code>{update.address}</code>: {updateSentence(update)}.
        {update.notBefore && t.takesEffectOn(formatDateTime(update.notBefore))}
      </p>
      <Button kind="text" busy={busy} onClick={onCancel}>
        {t.cancelTheChange}
      </Button>
    </Notice>
  )
}
