'use client'

import { useAction } from '@/lib/action'
import { transactionHref } from '@/lib/config'
import { useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import { useConfig } from '@/lib/use-config'
import * as t from '@/messages/withdrawals'
import { Button } from '@/ui/button'
import { Empty } from '@/ui/empty'
import { Failure } from '@/ui/failure'
import { HashLink } from '@/ui/hash-link'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import pictured from '@/ui/pictured.module.css'
import { Skeleton } from '@/ui/skeleton'
import { cancelWithdrawal } from '../calls'
import { cancellableWith, isCancellable, withdrawalSentence, workOf } from '../model'
import { withdrawalsQuery } from '../queries'
import { useArtworks } from '../use-artworks'
import styles from './collection.module.css'
import { Thumbnail } from './thumbnail'

/** All withdrawals, newest first. */
export function Withdrawals({ lang, bySignature }: { lang: string; bySignature: boolean }) {
  const { data, problem: unread, read } = useRead(withdrawalsQuery)
  const { run, busy, problem } = useAction(cancelWithdrawal, { onDone: read })
  const list = data?.list
  const artworks = useArtworks((list ?? []).map(({ tokenId }) => workOf(tokenId).artworkId))
  const chains = useConfig()?.chains ?? []

  if (!list) {
    return unread ? <Failure problem={unread} retry={read} /> : <Skeleton height="6rem" />
  }
  if (list.length === 0) {
    return (
      <Empty>
        <p>{t.noWithdrawals}</p>
        <Link href={`/${lang}/profile/collection/`}>{t.viewCollection}</Link>
      </Empty>
    )
  }
  return (
    <>
      {(problem || unread) && <Notice kind="alarm">{problem || unread}</Notice>}
      <ul role="list" className={pictured.list}>
        {list.map((withdrawal) => {
          const { id, tokenId, to, name, requestedAt, chainId, transactionHash, batchId } = withdrawal
          const { artworkId, edition } = workOf(tokenId)
          const title = artworks.get(artworkId)?.title
          const together = cancellableWith(withdrawal, list)
          const href = transactionHash ? transactionHref(chains, chainId, transactionHash) : null
          return (
            <li key={id} className={`${pictured.item} ${styles.pictured}`}>
              <Thumbnail artworkId={artworkId} edition={edition} />
              <div className={`${pictured.text} ${styles.row}`}>
                <p>
                  {title ? (
                    <>
                      <em>
                        <bdi>{title}</bdi>
                      </em>
                      , <span className="figures">#{edition}</span>
                    </>
                  ) : (
                    <>
                      {t.token} <span className="mono">{tokenId}</span>
                    </>
                  )}{' '}
                  {t.toLabel}{' '}
                  {name && (
                    <>
                      <bdi>{name}</bdi>,{' '}
                    </>
                  )}
                  <code>{to}</code>
                </p>
                <p>{withdrawalSentence(withdrawal, (time) => formatDateTime(time), bySignature)}</p>
                <p className={styles.quiet}>
                  {requestedAt && <>{t.requestedOn(formatDateTime(requestedAt))}</>}
                  {transactionHash && (
                    <>
                      {t.transactionPart}
                      <HashLink hash={transactionHash} href={href} />
                    </>
                  )}
                </p>
                {isCancellable(withdrawal) && (
                  <p className={styles.actions}>
                    <Button kind="text" busy={busy} onClick={() => run(id)}>
                      {t.cancelWithdrawal}
                    </Button>
                    {batchId && together.length > 1 && together[0] === withdrawal && (
                      <Button kind="text" busy={busy} onClick={() => run(batchId)}>
                        {t.cancelTogether(together.length)}
                      </Button>
                    )}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}
