'use client'

import { useAction } from '@/lib/action'
import { useRead } from '@/lib/query'
import { formatDate } from '@/lib/time'
import { problemOf } from '@/lib/wallet/problem'
import * as t from '@/messages/account'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Skeleton } from '@/ui/skeleton'
import { linkWallet, unlinkWallet } from '../calls'
import { walletsQuery } from '../queries'
import styles from './wallets.module.css'

/**
 * The wallets of an account: their tokens are shown in the collection, and each is a way to log in. The server may request a step-up first.
 */
export function Wallets() {
  const { data: wallets, problem: unread, read } = useRead(walletsQuery)
  const { run, busy, problem } = useAction((change: () => Promise<unknown>) => change(), {
    onDone: read,
    onFailed: read,
    words: (error) => problemOf(error).message,
  })

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
              <Button
                kind="text"
                busy={busy}
                aria-label={t.unlinkWallet(address)}
                onClick={() => run(() => unlinkWallet(address))}
              >
                {t.unlink}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        {wallets && (
          <Button kind="quiet" busy={busy} onClick={() => run(linkWallet)}>
            {t.linkAWallet}
          </Button>
        )}
      </div>
    </>
  )
}
