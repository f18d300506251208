'use client'

import { type ReactNode, useEffect, useState } from 'react'
import type { Availability } from '@/gen/graphql'
import type { KnownChain } from '@/lib/config'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/artwork-provenance'
import { Button } from '@/ui/button'
import { CopyButton } from '@/ui/copy-button'
import { OutLink } from '@/ui/link'
import { Skeleton } from '@/ui/skeleton'
import { emptyRecord, historyOf, type TokenHistory } from '../provenance'
import styles from './provenance.module.css'

type State = 'loading' | 'broken' | TokenHistory[]

const words = {
  minted: t.minted,
  withdrawn: t.withdrawnToAWallet,
  transferred: t.changedHands,
}
const short = (text: string) => (text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text)

/** An address on the chain, as a link to the chain's explorer if it has one. */
function OnChain({ chain, path, children }: { chain?: KnownChain; path: string; children: ReactNode }) {
  if (!chain?.explorerUrl) return children
  return <OutLink href={`${chain.explorerUrl}/${path}`}>{children}</OutLink>
}

/** The owners of each edition, as recorded on the chain. */
export function History({
  artworkId,
  editionSize,
  availability,
}: {
  artworkId: string
  editionSize: number
  availability: Availability
}) {
  const [chains, setChains] = useState<KnownChain[]>([])
  const [state, setState] = useState<State>('loading')
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const ends = new AbortController()
    import('@/lib/config')
      .then(({ siteConfig }) => siteConfig())
      .then(
        (config) => !ends.signal.aborted && setChains(config.chains),
        () => undefined,
      )
    historyOf(artworkId, ends.signal)
      .then(setState)
      .catch((error: unknown) => {
        if (ends.signal.aborted) return
        console.warn('The provenance is not known', error)
        setState('broken')
      })
    return () => ends.abort()
  }, [artworkId, attempt])
  const retry = () => {
    setState('loading')
    setAttempt(attempt + 1)
  }

  if (state === 'loading') {
    return (
      <div aria-busy="true">
        <Skeleton height="3lh" />
      </div>
    )
  }
  if (state === 'broken') {
    return (
      <div className={styles.broken}>
        <p>{t.chainUnavailable}</p>
        <Button kind="text" onClick={retry}>
          {t.tryAgain}
        </Button>
      </div>
    )
  }
  if (state.length === 0) return <p>{emptyRecord(availability)}</p>
  return (
    <ol role="list" className={styles.tokens}>
      {state.map((token) => (
        <Token
          key={token.tokenId}
          token={token}
          editionSize={editionSize}
          chain={chains.find(({ chainId }) => chainId === token.chainId)}
        />
      ))}
    </ol>
  )
}

function Token({
  token,
  editionSize,
  chain,
}: {
  token: TokenHistory
  editionSize: number
  chain: KnownChain | undefined
}) {
  return (
    <li>
      <h3 className="figures">{t.editionOf(token.editionNumber, editionSize)}</h3>
      <p className={styles.token}>
        {t.token}{' '}
        <OnChain chain={chain} path={`token/${token.contract}?a=${token.tokenId}`}>
          <code>{token.tokenId}</code>
        </OnChain>
        {token.contract && (
          <>
            {t.contractPart}{' '}
            <OnChain chain={chain} path={`address/${token.contract}`}>
              <code title={token.contract}>{short(token.contract)}</code>
            </OnChain>{' '}
            <CopyButton text={token.contract} label={t.copyContract} className={styles.copy} />
          </>
        )}
      </p>
      <ol role="list" className={styles.events}>
        {token.events.map((event) => (
          <li key={`${event.transactionHash}:${event.kind}`}>
            <span>{words[event.kind]}</span>
            {event.at && <time dateTime={event.at}>{formatDate(event.at)}</time>}
            {event.transactionHash && chain?.explorerUrl && (
              <OutLink href={`${chain.explorerUrl}/tx/${event.transactionHash}`}>{t.transaction}</OutLink>
            )}
            <span className={styles.to}>
              {t.to}{' '}
              <OnChain chain={chain} path={`address/${event.to}`}>
                <code title={event.to}>{short(event.to)}</code>
              </OnChain>
            </span>
            {!event.final && <span className={styles.young}>{t.notFinalYet}</span>}
          </li>
        ))}
      </ol>
    </li>
  )
}
