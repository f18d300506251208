'use client'

import { type FormEvent, useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import type { Schemas } from '@/lib/api/client'
import { useConfig } from '@/lib/use-config'
import { problemOf } from '@/lib/wallet/problem'
import { useRecipient } from '@/lib/wallet/use-recipient'
import { connectWallet } from '@/lib/wallet/wallet'
import * as single from '@/messages/withdraw'
import * as t from '@/messages/withdraw-all'
import { AddressField } from '@/ui/address-field'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { type ArtworkFace, requestWithdrawals } from '../calls'
import { leaving, type Token, type Withdrawal } from '../model'
import { setTokenStatus } from '../store'
import styles from './collection.module.css'

interface WithdrawAllProps {
  tokens: Token[]
  /** The newest withdrawal of each token. */
  withdrawals: Map<string, Withdrawal>
  artworks: Map<string, ArtworkFace>
  bySignature: boolean
  onClose: (requested: boolean) => void
}

type Requested = Schemas['RequestWithdrawalsResponse']

/** Takes the address that receives everything in the vault. Nothing moves before the owner approves it, once for all. */
export function WithdrawAllDialog({ tokens, withdrawals, artworks, bySignature, onClose }: WithdrawAllProps) {
  const recipient = useRecipient()
  const [busy, setBusy] = useState(false)
  const [choosingWallet, setChoosingWallet] = useState(false)
  const [requested, setRequested] = useState<Requested | null>(null)
  const [key] = useState(actionKey)
  // The lists stay as they were shown while the collection is read again behind the dialog.
  const [{ go, stay }] = useState(() => leaving(tokens, withdrawals))
  const chains = useConfig()?.chains ?? []
  const network =
    chains.length > 1 ? chains.find(({ chainId }) => chainId === go[0]?.chainId)?.name : undefined
  const approval = bySignature ? t.approveBySignature : t.approveByEmail

  async function request(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const to = await recipient.check()
      if (!to) return
      const ids = go.map(({ tokenId }) => tokenId)
      const response = await requestWithdrawals(ids, to, key.of(ids, to))
      for (const { tokenId, status } of response.items) setTokenStatus(tokenId, status)
      setRequested(response)
    } catch (error) {
      key.end(error)
      recipient.refuse(error)
    } finally {
      setBusy(false)
    }
  }

  async function fillFromWallet() {
    // Only one dialog at a time can hold the focus.
    setChoosingWallet(true)
    try {
      recipient.setText((await connectWallet()).address)
    } catch (error) {
      recipient.setProblem(problemOf(error).message)
    }
    setChoosingWallet(false)
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
      const token = go.find((one) => one.tokenId === tokenId)
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
    <Dialog
      open={!choosingWallet}
      onOpenChange={(open) => !open && !choosingWallet && onClose(false)}
      title={t.title(go.length)}
      description={t.explanation(go.length, approval)}
    >
      <form onSubmit={request} noValidate className={styles.form}>
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
        <AddressField {...recipient.field} label={single.walletAddress} hint={single.walletAddressHint} />
        <p className={styles.quiet}>
          {network && `${t.onNetwork(network)} `}
          {t.timing}
        </p>
        <div className={styles.actions}>
          <Button type="submit" busy={busy}>
            {single.requestWithdrawal}
          </Button>
          <Button kind="text" onClick={fillFromWallet}>
            {single.useMyConnectedWallet}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
