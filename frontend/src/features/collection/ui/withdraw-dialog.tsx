'use client'

import { type FormEvent, useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import { problemOf } from '@/lib/wallet/problem'
import { useRecipient } from '@/lib/wallet/use-recipient'
import { connectWallet } from '@/lib/wallet/wallet'
import * as t from '@/messages/withdraw'
import { AddressField } from '@/ui/address-field'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { requestWithdrawal } from '../calls'
import type { Token } from '../model'
import { setTokenStatus } from '../store'
import styles from './collection.module.css'

/** Takes the address that receives a token. Nothing moves before the owner approves it. */
export function WithdrawDialog({
  token,
  bySignature,
  onClose,
}: {
  token: Token
  bySignature: boolean
  onClose: (requested: boolean) => void
}) {
  const recipient = useRecipient()
  const [busy, setBusy] = useState(false)
  const [choosingWallet, setChoosingWallet] = useState(false)
  const [key] = useState(actionKey)

  async function request(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const to = await recipient.check()
      if (!to) return
      const { status } = await requestWithdrawal(token.tokenId, to, key.of(to))
      setTokenStatus(token.tokenId, status)
      onClose(true)
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

  return (
    <Dialog
      open={!choosingWallet}
      onOpenChange={(open) => !open && !choosingWallet && onClose(false)}
      title={t.title(token.artworkTitle)}
      description={t.explanation(token.editionNumber, bySignature ? t.approveBySignature : t.approveByEmail)}
    >
      <form onSubmit={request} noValidate className={styles.form}>
        <AddressField {...recipient.field} label={t.walletAddress} hint={t.walletAddressHint} />
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
