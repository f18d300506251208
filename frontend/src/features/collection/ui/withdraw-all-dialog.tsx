'use client'

import { useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import type { Schemas } from '@/lib/api/client'
import { useConfig } from '@/lib/use-config'
import type { Recipient } from '@/lib/wallet/use-recipient'
import * as t from '@/messages/withdraw-all'
import { Dialog } from '@/ui/dialog'
import { type ArtworkFace, requestWithdrawals } from '../calls'
import { leaving, type Token, type Withdrawal } from '../model'
import { setTokenStatus } from '../store'
import styles from './collection.module.css'
import { WithdrawalForm } from './withdrawal-form'

interface WithdrawAllProps {
  tokens: Token[]
  /** The newest withdrawal of each token. */
  withdrawals: Map<string, Withdrawal>
  artworks: Map<string, ArtworkFace>
  bySignature: boolean
  onClose: (requested: boolean) => void
}

type Requested = Schemas['RequestWithdrawalsResponse']

/** A dialog for the address that receives everything in the vault. Nothing is sent before the owner approves it, once for all works. */
export function WithdrawAllDialog({ tokens, withdrawals, artworks, bySignature, onClose }: WithdrawAllProps) {
  const [requested, setRequested] = useState<Requested | null>(null)
  const [key] = useState(actionKey)
  // Keep the lists as they were shown while the collection is read again behind the dialog.
  const [{ go, stay }] = useState(() => leaving(tokens, withdrawals))
  const chains = useConfig()?.chains ?? []
  const network =
    chains.length > 1 ? chains.find(({ chainId }) => chainId === go[0]?.chainId)?.name : undefined
  const approval = bySignature ? t.approveBySignature : t.approveByEmail

  async function request(to: Recipient) {
    const ids = go.map(({ tokenId }) => tokenId)
    const response = await requestWithdrawals(ids, to, key.of(ids, to))
    for (const { tokenId, status } of response.items) setTokenStatus(tokenId, status)
    setRequested(response)
  }

  const name = (token: Token) => (
    <>
      <em>{artworks.get(token.artworkId)?.title ?? token.artworkTitle}</em>,{' '}
      <span className="figures">{t.edition(token.editionNumber, token.editionSize)}</span>
    </>
  )
  const staying = (list: { token: Token; why: t.Stays }[]) => (
    <ul className={styles.stay}>
      {list.map(({ token, why }) => (
        <li key={token.tokenId}>
          {name(token)}. <span className={styles.quiet}>{t.why[why]}</span>
        </li>
      ))}
    </ul>
  )

  if (requested) {
    const left = requested.leftOut.flatMap(({ tokenId, reason }) => {
      const token = go.find((candidate) => candidate.tokenId === tokenId)
      return token ? [{ token, why: reason }] : []
    })
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose(true)}
        title={t.doneTitle}
        description={t.done(requested.items.length, approval)}
      >
        {left.length > 0 && (
          <>
            <p>{t.leftOut(left.length)}</p>
            {staying(left)}
          </>
        )}
      </Dialog>
    )
  }
  return (
    <WithdrawalForm
      title={t.title(go.length)}
      description={t.explanation(go.length, approval)}
      actionKey={key}
      request={request}
      onClose={() => onClose(false)}
      before={
        <>
          <details className={styles.works}>
            <summary>{t.go(go.length)}</summary>
            <ul>
              {go.map((token) => (
                <li key={token.tokenId}>{name(token)}</li>
              ))}
            </ul>
          </details>
          {stay.length > 0 && (
            <details className={styles.works}>
              <summary>{t.stay(stay.length)}</summary>
              {staying(stay)}
            </details>
          )}
        </>
      }
      after={
        <p className={styles.quiet}>
          {network && `${t.onNetwork(network)} `}
          {t.timing}
        </p>
      }
    />
  )
}
