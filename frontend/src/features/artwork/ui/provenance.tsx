'use client'

import { useEffect, useState } from 'react'
import { formatDate } from '@/lib/time'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'
import { historyOf, type TokenHistory } from '../provenance'
import styles from './provenance.module.css'

type State = 'loading' | 'broken' | TokenHistory[]

const words: Record<string, string> = {
  minted: 'Minted',
  withdrawn: 'Withdrawn to a wallet',
  transferred: 'Changed hands',
}
const short = (text: string) => (text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text)

/** Who has held which edition, as the chain tells it. */
export function Provenance({ artworkId, editionSize }: { artworkId: string; editionSize: number }) {
  const [state, setState] = useState<State>('loading')
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const ends = new AbortController()
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
        <p>
          The record of the chain cannot be read right now. Nothing about the work or its owners has changed.
        </p>
        <Button kind="text" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  }
  if (state.length === 0) {
    return <p>No edition has been minted yet. The first one appears here when it is bought.</p>
  }
  return (
    <ol role="list" className={styles.tokens}>
      {state.map((token) => (
        <li key={token.tokenId}>
          <h3 className="figures">
            #{token.editionNumber} of {editionSize}
          </h3>
          <ol role="list" className={styles.events}>
            {token.events.map((event) => (
              <li key={`${event.transactionHash}:${event.kind}`}>
                <span>{words[event.kind] ?? event.kind}</span>
                {event.at && <time dateTime={event.at}>{formatDate(event.at)}</time>}
                <code title={event.to}>{short(event.to)}</code>
                {!event.final && <span className={styles.young}>not final yet</span>}
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}
