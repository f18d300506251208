'use client'

import { useCallback, useEffect, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { siteConfig, transactionHref } from '@/lib/config'
import { formatDateTime } from '@/lib/time'
import { Button } from '@/ui/button'
import { OutLink } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { cancelWithdrawal, readWithdrawals } from '../calls'
import { isCancellable, isMoving, pollInterval, type Withdrawal, withdrawalSentence } from '../model'
import styles from './collection.module.css'

/** Every withdrawal ever asked for, newest first. */
export function Withdrawals() {
  const [list, setList] = useState<Withdrawal[] | null>(null)
  const [problem, setProblem] = useState('')
  const [explorer, setExplorer] = useState<(chainId: number, hash: string) => string | null>(() => () => null)
  const load = useCallback(
    () => readWithdrawals().then(setList, (error: unknown) => setProblem(wordsOf(error))),
    [],
  )
  const moving = (list ?? []).some(isMoving)

  useEffect(() => {
    load()
    const timer = setInterval(() => document.visibilityState === 'visible' && load(), pollInterval(moving))
    return () => clearInterval(timer)
  }, [load, moving])

  useEffect(() => {
    siteConfig().then(
      ({ chains }) =>
        setExplorer(() => (chainId: number, hash: string) => transactionHref(chains, chainId, hash)),
      () => undefined,
    )
  }, [])

  if (!list) return problem ? <Notice kind="alarm">{problem}</Notice> : <Skeleton height="6rem" />
  if (list.length === 0)
    return <p className={styles.empty}>Nothing was withdrawn yet. Every token is in the vault.</p>
  return (
    <>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      <ul role="list" className={styles.list}>
        {list.map((withdrawal) => {
          const { id, tokenId, to, requestedAt, chainId, transactionHash } = withdrawal
          const href = transactionHash ? explorer(chainId, transactionHash) : null
          return (
            <li key={id} className={styles.row}>
              <p>
                Token <span className="mono">{tokenId}</span> to <code>{to}</code>
              </p>
              <p>{withdrawalSentence(withdrawal, (time) => formatDateTime(time))}</p>
              <p className={styles.quiet}>
                {requestedAt && <>Asked {formatDateTime(requestedAt)}</>}
                {transactionHash && (
                  <>
                    {', transaction '}
                    {href ? (
                      <OutLink href={href}>{transactionHash.slice(0, 12)}…</OutLink>
                    ) : (
                      <code>{transactionHash}</code>
                    )}
                  </>
                )}
              </p>
              {isCancellable(withdrawal) && (
                <p>
                  <Button
                    kind="text"
                    onClick={() =>
                      cancelWithdrawal(id).then(load, (error: unknown) => setProblem(wordsOf(error)))
                    }
                  >
                    Cancel withdrawal
                  </Button>
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
