'use client'

import { useState } from 'react'
import { usePolled } from '@/lib/query'
import { providerHref } from '@/lib/session/links'
import { useSession } from '@/lib/session/use-session'
import { formatDate } from '@/lib/time'
import { problemOf } from '@/lib/wallet/problem'
import * as t from '@/messages/account'
import { Button, buttonClass } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Skeleton } from '@/ui/skeleton'
import { linkWallet, listWallets, unlinkWallet } from '../calls'
import { WalletLogin } from './wallet-login'
import styles from './wallets.module.css'

const again = t.logInAgainToLink

/**
 * The wallets of an account: their tokens show in the collection, and each is a way to log in. Changing them takes a recent login.
 */
export function Wallets() {
  const {
    data: wallets,
    problem: unread,
    read,
  } = usePolled({ queryKey: ['wallets'], queryFn: listWallets, every: 30_000 })
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const email = useSession().user?.email
  async function change(work: () => Promise<unknown>) {
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(problemOf(error).message)
    }
    await read()
    setBusy(false)
  }

  const linked = wallets?.items.map(({ address }) => address) ?? []
  return (
    <>
      <p className={styles.note}>{t.linkedWalletsHint}</p>
      {problem && <Failure problem={problem} />}
      {unread && <Failure problem={unread} retry={read} />}
      {wallets === null && !unread && <Skeleton height="3rem" />}
      {wallets?.items.length === 0 && <p className={styles.note}>{t.noWalletLinked}</p>}
      {wallets && wallets.items.length > 0 && (
        <ul role="list" className={styles.list}>
          {wallets.items.map(({ address, linkedAt }) => (
            <li key={address} className={styles.row}>
              <code>{address}</code>
              <span>{t.linkedOn(formatDate(linkedAt))}</span>
              {wallets.fresh && (
                <Button
                  kind="text"
                  busy={busy}
                  aria-label={t.unlinkWallet(address)}
                  onClick={() => change(() => unlinkWallet(address))}
                >
                  {t.unlink}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div>
        {wallets?.fresh && (
          <Button kind="quiet" busy={busy} onClick={() => change(linkWallet)}>
            {t.linkAWallet}
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
            <WalletLogin label={again} linked={linked} onDone={read} />
          ))}
      </div>
    </>
  )
}
