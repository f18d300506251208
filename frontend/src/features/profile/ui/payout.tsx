'use client'

import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import { ApiError, wordsOf } from '@/lib/api/error'
import { formatDate, formatDateTime } from '@/lib/time'
import { addressProblem } from '@/lib/wallet/address'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Field } from '@/ui/field'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { cancelPayoutUpdate, readPayoutWallet, requestPayoutWallet } from '../calls'
import { isPending, type PayoutUpdate, type PayoutWallet, updateSentence } from '../payout'
import styles from './profile.module.css'

/** An artist's payout wallet: the one in force, a change under way, and how to ask for one. */
export function Payout() {
  const [wallet, setWallet] = useState<PayoutWallet | null>(null)
  const [address, setAddress] = useState('')
  const [wrong, setWrong] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const [noArtist, setNoArtist] = useState(false)
  const [key] = useState(actionKey)

  const load = useCallback(
    () =>
      readPayoutWallet().then(setWallet, (error: unknown) => {
        if (error instanceof ApiError && error.status === 403) setNoArtist(true)
        else setProblem(wordsOf(error))
      }),
    [],
  )
  useEffect(() => void load(), [load])

  function retry() {
    setProblem('')
    load()
  }

  async function change(work: () => Promise<unknown>) {
    setBusy(true)
    setProblem('')
    try {
      await work()
      key.end()
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setWrong(error.details.address ?? error.message)
      else if (error instanceof ApiError && error.code === 'forbidden') setNoArtist(true)
      else setProblem(wordsOf(error))
      key.end(error)
    }
    await load()
    setBusy(false)
  }

  async function request(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = await addressProblem(address)
    setWrong(found ?? '')
    if (found) return
    const to = address.trim()
    await change(async () => {
      await requestPayoutWallet(to, key.of(to))
      setAddress('')
    })
  }

  if (noArtist) {
    return (
      <p className={styles.note}>
        A payout wallet receives an artist’s share of sales in ether. This account belongs to no artist of the
        gallery; staff link the two.
      </p>
    )
  }
  if (!wallet) {
    return problem ? <Failure problem={problem} retry={retry} /> : <Skeleton height="6rem" />
  }
  const pending = wallet.items.find(isPending)
  return (
    <>
      <p>
        {wallet.activeAddress ? (
          <>
            Your share of sales in ether goes to <code>{wallet.activeAddress}</code>.
          </>
        ) : (
          'There is no payout wallet yet. One receives an artist’s share of sales in ether; until then the gallery holds it.'
        )}
      </p>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      {pending ? (
        <Pending update={pending} busy={busy} onCancel={() => change(() => cancelPayoutUpdate(pending.id))} />
      ) : (
        <form onSubmit={request} noValidate className={styles.form}>
          <Field
            label="Wallet address"
            value={address}
            onChange={({ target }) => {
              setAddress(target.value)
              setWrong('')
            }}
            error={wrong}
            hint="You and a second person approve the change. Then it waits, usually 48 hours, so that you can stop it."
            autoComplete="off"
            spellCheck={false}
            required
          />
          <div className={styles.actions}>
            <Button type="submit" busy={busy}>
              Ask for this wallet
            </Button>
          </div>
        </form>
      )}
      {wallet.items.length > 0 && (
        <ul role="list" className={styles.list} aria-label="Changes">
          {wallet.items.map((update) => (
            <li key={update.id} className={styles.row}>
              <code>{update.address}</code>
              <span>
                {updateSentence(update)}
                {update.requestedAt && `, asked ${formatDate(update.requestedAt)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Pending({ update, busy, onCancel }: { update: PayoutUpdate; busy: boolean; onCancel: () => void }) {
  return (
    <Notice title="A change is under way">
      <p>
        To <code>{update.address}</code>: {updateSentence(update)}
        {update.notBefore && `. It comes into force ${formatDateTime(update.notBefore)}`}.
      </p>
      <Button kind="text" busy={busy} onClick={onCancel}>
        Cancel the change
      </Button>
    </Notice>
  )
}
