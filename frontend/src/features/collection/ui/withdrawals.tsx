'use client'

import { useEffect, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { siteConfig, transactionHref } from '@/lib/config'
import { usePolled } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/withdrawals'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { OutLink } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { type ArtworkFace, cancelWithdrawal, pollSeconds, readArtworks, readWithdrawals } from '../calls'
import { isCancellable, isMoving, pollInterval, withdrawalSentence, workOf } from '../model'
import styles from './collection.module.css'

/** All withdrawals, newest first. */
export function Withdrawals({ bySignature }: { bySignature: boolean }) {
  const [problem, setProblem] = useState('')
  const {
    data,
    problem: unread,
    read,
  } = usePolled({
    queryKey: ['withdrawals'],
    queryFn: async () => {
      const found = await readWithdrawals()
      return { list: found, pause: pollInterval(found.some(isMoving), await pollSeconds()) }
    },
    every: (last) => last?.pause ?? pollInterval(false, 0),
  })
  const list = data?.list
  const [artworks, setArtworks] = useState(new Map<string, ArtworkFace>())
  const [explorer, setExplorer] = useState<(chainId: number, hash: string) => string | null>(() => () => null)

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
      console.error('Loading the works of the withdrawals', error),
    )
  }, [ids])

  if (!list) {
    return unread ? <Failure problem={unread} retry={read} /> : <Skeleton height="6rem" />
  }
  if (list.length === 0) return <p className={styles.empty}>{t.noWithdrawals}</p>
  return (
    <>
      {(problem || unread) && <Notice kind="alarm">{problem || unread}</Notice>}
      <ul role="list" className={styles.list}>
        {list.map((withdrawal) => {
          const { id, tokenId, to, name, requestedAt, chainId, transactionHash } = withdrawal
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
                    {t.token} <span className="mono">{tokenId}</span>
                  </>
                )}{' '}
                {t.toLabel} {name && `${name}, `}
                <code>{to}</code>
              </p>
              <p>{withdrawalSentence(withdrawal, (time) => formatDateTime(time), bySignature)}</p>
              <p className={styles.quiet}>
                {requestedAt && <>{t.requestedOn(formatDateTime(requestedAt))}</>}
                {transactionHash && (
                  <>
                    {t.transactionPart}
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
                      cancelWithdrawal(id).then(read, (error: unknown) => setProblem(wordsOf(error)))
                    }}
                  >
                    {t.cancelWithdrawal}
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
