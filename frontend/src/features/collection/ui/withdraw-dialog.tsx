'use client'

import { type FormEvent, useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import { problemOf } from '@/lib/wallet/problem'
import { useRecipient } from '@/lib/wallet/use-recipient'
import { connectWallet } from '@/lib/wallet/wallet'
import { AddressField } from '@/ui/address-field'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { requestWithdrawal } from '../calls'
import type { Token } from '../model'
import { setTokenStatus } from '../store'
import styles from './collection.module.css'

/** Asks where a token is to go. Nothing moves before the owner has approved it. */
export function WithdrawDialog({
  token,
  bySignature,
  onClose,
}: {
  token: Token
  bySignature: boolean
  onClose: (asked: boolean) => void
}) {
  const recipient = useRecipient()
  const [busy, setBusy] = useState(false)
  const [away, setAway] = useState(false)
  const [key] = useState(actionKey)

  async function ask(event: FormEvent) {
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

  async function takeAddress() {
    // Two dialogs would fight for the focus.
    setAway(true)
    try {
      recipient.setText((await connectWallet()).address)
    } catch (error) {
      recipient.setProblem(problemOf(error).message)
    }
    setAway(false)
  }

  return (
    <Dialog
      open={!away}
      onOpenChange={(open) => !open && !away && onClose(false)}
      title={`Send ${token.artworkTitle} to a wallet`}
      description={`Edition #${token.editionNumber} leaves the vault for a wallet of your own. You approve it ${bySignature ? 'by your wallet’s signature' : 'by the link that we mail you'}; the gallery pays the network fee.`}
    >
      <form onSubmit={ask} noValidate className={styles.form}>
        <AddressField
          {...recipient.field}
          label="Wallet address"
          hint="An address, or an ENS name like alice.eth. A token that is sent to a wrong address is lost for good."
        />
        <div className={styles.actions}>
          <Button type="submit" busy={busy}>
            Ask for withdrawal
          </Button>
          <Button kind="text" onClick={takeAddress}>
            Take it from my wallet
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
