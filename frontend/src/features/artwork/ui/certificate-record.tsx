'use client'

import { useEffect, useState } from 'react'
import { namedEdition, showEdition, useNamedEdition } from '@/lib/edition'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/artwork-certificate'
import { chainName } from '../model'
import { historyOf, type TokenHistory } from '../provenance'
import styles from './certificate-record.module.css'
import { PrintButton } from './print-button'

export interface CertificateRecordProps {
  artworkId: string
  editionSize: number
  chainId: number
}

/** The chain's record of the edition in the address, otherwise of the first one; a specimen if there is no token. */
export function CertificateRecord({ artworkId, editionSize, chainId }: CertificateRecordProps) {
  const edition = useNamedEdition(editionSize) ?? 1
  const [tokens, setTokens] = useState<TokenHistory[] | 'loading' | 'broken'>('loading')
  // Its picture, too, shows the edition in the address, which isn't read yet when the page hydrates.
  useEffect(() => {
    if (editionSize > 1 && namedEdition(window.location.search, editionSize) === null) showEdition(1)
  }, [editionSize])
  useEffect(() => {
    const ends = new AbortController()
    historyOf(artworkId, ends.signal).then(setTokens, (error: unknown) => {
      if (ends.signal.aborted) return
      console.warn('The record of the chain', error)
      setTokens('broken')
    })
    return () => ends.abort()
  }, [artworkId])

  const token =
    typeof tokens === 'string' ? undefined : tokens.find(({ editionNumber }) => editionNumber === edition)
  return (
    <>
      <p className="figures">
        {editionSize === 1 ? t.unique : t.editionOf(edition, editionSize.toLocaleString('en-US'))}
      </p>
      <div className={styles.record} aria-live="polite">
        {tokens === 'loading' && <p className={styles.quiet}>{t.looking}</p>}
        {tokens === 'broken' && <p className={styles.quiet}>{t.unavailable}</p>}
        {token && <Token token={token} chain={chainName(token.chainId || chainId)} />}
        {typeof tokens !== 'string' && !token && (
          <>
            <p className={styles.stamp}>{t.specimen}</p>
            <p className={styles.quiet}>{t.notMinted}</p>
          </>
        )}
      </div>
      <PrintButton className={styles.print} />
    </>
  )
}

function Token({ token, chain }: { token: TokenHistory; chain: string }) {
  const mint = token.events.find(({ kind }) => kind === 'minted')
  const last = token.events.at(-1)
  const rows = [
    [t.token, token.tokenId],
    [t.contract, token.contract],
    [t.network, chain],
    [t.minted, mint?.at ? formatDate(mint.at) : ''],
    [t.mintTransaction, mint?.transactionHash ?? ''],
    [t.heldBy, last?.to ?? ''],
  ]
  return (
    <>
      <p>{t.certifies}</p>
      <dl>
        {rows.map(
          ([term, value]) =>
            value && (
              <div key={term}>
                <dt>{term}</dt>
                <dd className={value.startsWith('0x') ? 'mono' : 'figures'}>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  )
}
