'use client'

import { type FormEvent, useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import { useConfig } from '@/lib/use-config'
import { problemOf } from '@/lib/wallet/problem'
import { useRecipient } from '@/lib/wallet/use-recipient'
import { connectWallet } from '@/lib/wallet/wallet'
import { isolate } from '@/messages/direction'
import * as t from '@/messages/withdraw'
import { AddressField } from '@/ui/address-field'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { type ArtworkFace, requestWithdrawal } from '../calls'
import type { Leaving, Token, Withdrawal } from '../model'
import { setTokenStatus } from '../store'
import styles from './collection.module.css'

interface WithdrawDialogProps extends Leaving {
  artworks: Map<string, ArtworkFace>
  bySignature: boolean
  onClose: (requested: boolean) => void
}

/**
 * A dialog for the address that receives one work or several: typed, an ENS name, or the connected wallet's. Nothing is sent before the
 * owner approves it, once for all works. With several, it then lists those that the server left out.
 */
export function WithdrawDialog({ go, stay, artworks, bySignature, onClose }: WithdrawDialogProps) {
  const recipient = useRecipient()
  const [key] = useState(actionKey)
  const [busy, setBusy] = useState(false)
  const [choosingWallet, setChoosingWallet] = useState(false)
  const [requested, setRequested] = useState<Withdrawal | null>(null)
  const chains = useConfig()?.chains ?? []
  const network =
    chains.length > 1 ? chains.find(({ chainId }) => chainId === go[0]?.chainId)?.name : undefined
  const several = go.length > 1

  const titleOf = (token: Token) => artworks.get(token.artworkId)?.title ?? token.artworkTitle
  const editionOf = (token: Token) => t.edition(token.editionNumber, token.editionSize)
  const nameOf = (token: Token) => (
    <>
      <em dir="auto">{titleOf(token)}</em>, <span className="figures">{editionOf(token)}</span>
    </>
  )
  const staying = (list: Leaving['stay']) => (
    <ul className={styles.stay}>
      {list.map(({ token, why }) => (
        <li key={token.tokenId}>
          {nameOf(token)}. <span className={styles.quiet}>{t.why[why]}</span>
        </li>
      ))}
    </ul>
  )

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const to = await recipient.check()
      if (to) {
        const ids = go.map(({ tokenId }) => tokenId)
        const withdrawal = await requestWithdrawal(ids, to, key.of(ids, to))
        for (const { tokenId, status } of withdrawal.items) setTokenStatus(tokenId, status)
        if (several) setRequested(withdrawal)
        else onClose(true)
      }
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

  if (requested) {
    const left = requested.leftOut.flatMap(({ tokenId, reason: why }) =>
      go.filter((token) => token.tokenId === tokenId).map((token) => ({ token, why })),
    )
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose(true)}
        title={t.doneTitle}
        description={t.done(requested.items.length, bySignature)}
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
      title={t.title(go.map((token) => `${isolate(titleOf(token))}, ${editionOf(token)}`))}
      description={t.explanation(go.length, bySignature)}
    >
      <form onSubmit={submit} noValidate className={styles.form}>
        {several && (
          <details className={styles.works}>
            <summary>{t.go(go.length)}</summary>
            <ul>
              {go.map((token) => (
                <li key={token.tokenId}>{nameOf(token)}</li>
              ))}
            </ul>
          </details>
        )}
        {stay.length > 0 && (
          <details className={styles.works}>
            <summary>{t.stay(stay.length)}</summary>
            {staying(stay)}
          </details>
        )}
        <AddressField {...recipient.field} label={t.walletAddress} hint={t.walletAddressHint} />
        {(network || several) && (
          <p className={styles.quiet}>
            {network && `${t.onNetwork(go.length, network)} `}
            {several && t.timing}
          </p>
        )}
        <div className={styles.actions}>
          <Button type="submit" busy={busy}>
            {t.requestWithdrawal}
          </Button>
          <Button kind="text" onClick={fillFromWallet}>
            {t.useMyConnectedWallet}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
