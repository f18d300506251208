'use client'

import { useCallback, useEffect, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { providerHref } from '@/lib/session/links'
import { useSession } from '@/lib/session/use-session'
import { formatDate } from '@/lib/time'
import { problemOf } from '@/lib/wallet/problem'
import { Button, buttonClass } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Skeleton } from '@/ui/skeleton'
import { type LinkedWallets, linkWallet, listWallets, unlinkWallet } from '../calls'
import { WalletLogin } from './wallet-login'
import styles from './wallets.module.css'

const again = 'Log in again to link a wallet'

/**
 * The wallets of an account: their tokens show in the collection, and each is a way to log in. Who logged in a while ago does so again
 * before they change them.
 */
export function Wallets() {
  const [wallets, setWallets] = useState<LinkedWallets | null>(null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const email = useSession().user?.email
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

  const linked = wallets?.items.map(({ address }) => address) ?? []
  return (
    <>
      <p className={styles.note}>
        Linked wallets show their tokens in your collection and can log in to this account. To link or unlink
        one, log in again first. Withdrawals may then wait three days, as after any change of credentials.
        Unlinking a wallet logs it out everywhere.
      </p>
      {problem && <Failure problem={problem} retry={wallets === null ? retry : undefined} />}
      {wallets === null && !problem && <Skeleton height="3rem" />}
      {wallets?.items.length === 0 && <p className={styles.note}>No wallet is linked yet.</p>}
      {wallets && wallets.items.length > 0 && (
        <ul role="list" className={styles.list}>
          {wallets.items.map(({ address, linkedAt }) => (
            <li key={address} className={styles.row}>
              <code>{address}</code>
              <span>linked {formatDate(linkedAt)}</span>
              {wallets.fresh && (
                <Button
                  kind="text"
                  busy={busy}
                  aria-label={`Unlink ${address}`}
                  onClick={() => change(() => unlinkWallet(address))}
                >
                  Unlink
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div>
        {wallets?.fresh && (
          <Button kind="quiet" busy={busy} onClick={() => change(linkWallet)}>
            Link a wallet
          </Button>
        )}
        {wallets?.fresh === false &&
          (email || linked.length === 0 ? (
            <a
              href={`${providerHref('login', location.pathname)}&fresh=1`}
              className={buttonClass({ kind: 'quiet' })}
            >
              {again}
            </a>
          ) : (
            <WalletLogin label={again} linked={linked} onDone={retry} />
          ))}
      </div>
    </>
  )
}
