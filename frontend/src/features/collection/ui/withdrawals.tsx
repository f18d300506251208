'use client'

import { useCallback, useEffect, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { siteConfig, transactionHref } from '@/lib/config'
import { formatDateTime } from '@/lib/time'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { OutLink } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { type ArtworkFace, cancelWithdrawal, readArtworks, readWithdrawals } from '../calls'
import { isCancellable, isMoving, pollInterval, type Withdrawal, withdrawalSentence, workOf } from '../model'
import styles from './collection.module.css'

/** Every withdrawal ever asked for, newest first. */
export function Withdrawals({ bySignature }: { bySignature: boolean }) {
  const [list, setList] = useState<Withdrawal[] | null>(null)
  const [problem, setProblem] = useState('')
  /** The list could not be read; what it held stays. */
  const [unread, setUnread] = useState('')
  const [artworks, setArtworks] = useState(new Map<string, ArtworkFace>())
  const [explorer, setExplorer] = useState<(chainId: number, hash: string) => string | null>(() => () => null)
  const load = useCallback(
    () =>
      readWithdrawals().then(
        (found) => {
          setList(found)
          setUnread('')
        },
        (error: unknown) => setUnread(wordsOf(error)),
      ),
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

  const ids = [...new Set((list ?? []).map(({ tokenId }) => workOf(tokenId).artworkId))].sort().join()
  useEffect(() => {
    if (!ids) return
    readArtworks(ids.split(',')).then(setArtworks, (error: unknown) =>
      console.error('The works of the withdrawals', error),
    )
  }, [ids])

  if (!list) {
    return unread ? <Failure problem={unread} retry={load} /> : <Skeleton height="6rem" />
  }
  if (list.length === 0)
    return (
      <p className={styles.empty}>
        Nothing was withdrawn yet. What you buy is kept in the vault until you ask for it.
      </p>
    )
  return (
    <>
      {(problem || unread) && <Notice kind="alarm">{problem || unread}</Notice>}
      <ul role="list" className={styles.list}>
        {list.map((withdrawal) => {
          const { id, tokenId, to, requestedAt, chainId, transactionHash } = withdrawal
          const { artworkId, edition } = workOf(tokenId)
          const title = artworks.get(artworkId)?.title
          const href = transactionHash ? explorer(chainId, transactionHash) : null
          return (
            <li key={id} className={styles.row}>
              <p>
                {title ? (
                  <>
                    <em>{title}</em>, <span className="figures">#{edition}</span>
                  </>
                ) : (
                  <>
                    Token <span className="mono">{tokenId}</span>
                  </>
                )}{' '}
                to <code>{to}</code>
              </p>
              <p>{withdrawalSentence(withdrawal, (time) => formatDateTime(time), bySignature)}</p>
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
                    onClick={() => {
                      setProblem('')
                      cancelWithdrawal(id).then(load, (error: unknown) => setProblem(wordsOf(error)))
                    }}
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
