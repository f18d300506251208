'use client'

import { useCallback, useEffect, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { formatDate } from '@/lib/time'
import { problemOf } from '@/lib/wallet/problem'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Skeleton } from '@/ui/skeleton'
import { type LinkedWallet, linkWallet, listWallets, unlinkWallet } from '../calls'
import styles from './wallets.module.css'

/** The wallets of an account: their tokens show in the collection, and each is a way to log in. */
export function Wallets() {
  const [wallets, setWallets] = useState<LinkedWallet[] | null>(null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const load = useCallback(
    () => listWallets().then(setWallets, (error: unknown) => setProblem(wordsOf(error))),
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
    } catch (error) {
      setProblem(problemOf(error).message)
    }
    await load()
    setBusy(false)
  }

  return (
    <>
      <p className={styles.note}>
        Linked wallets show their tokens in your collection and can log in to this account. Linking or
        unlinking one counts as a change of credentials: withdrawals may wait three days after it.
      </p>
      {problem && <Failure problem={problem} retry={wallets === null ? retry : undefined} />}
      {wallets === null && !problem && <Skeleton height="3rem" />}
      {wallets?.length === 0 && <p className={styles.note}>No wallet is linked yet.</p>}
      {wallets && wallets.length > 0 && (
        <ul role="list" className={styles.list}>
          {wallets.map(({ address, linkedAt }) => (
            <li key={address} className={styles.row}>
              <code>{address}</code>
              <span>linked {formatDate(linkedAt)}</span>
              <Button
                kind="text"
                busy={busy}
                aria-label={`Unlink ${address}`}
                onClick={() => change(() => unlinkWallet(address))}
              >
                Unlink
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button kind="quiet" busy={busy} onClick={() => change(linkWallet)}>
          Link a wallet
        </Button>
      </div>
    </>
  )
}
