'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import type { ActionKey } from '@/lib/api/action-key'
import { problemOf } from '@/lib/wallet/problem'
import { type Recipient, useRecipient } from '@/lib/wallet/use-recipient'
import { connectWallet } from '@/lib/wallet/wallet'
import * as t from '@/messages/withdraw'
import { AddressField } from '@/ui/address-field'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import styles from './collection.module.css'

interface WithdrawalFormProps {
  title: string
  description: string
  /** The idempotency key of the request. A rejected request ends it. */
  actionKey: ActionKey
  /** Sends the request. Its errors are shown at the address field. */
  request: (to: Recipient) => Promise<void>
  onClose: () => void
  /** Content above the address. */
  before?: ReactNode
  /** Content below the address. */
  after?: ReactNode
}

/** A dialog for the address of a withdrawal: typed, an ENS name, or the connected wallet's. */
export function WithdrawalForm({
  title,
  description,
  actionKey,
  request,
  onClose,
  before,
  after,
}: WithdrawalFormProps) {
  const recipient = useRecipient()
  const [busy, setBusy] = useState(false)
  const [choosingWallet, setChoosingWallet] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const to = await recipient.check()
      if (to) await request(to)
    } catch (error) {
      actionKey.end(error)
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
      onOpenChange={(open) => !open && !choosingWallet && onClose()}
      title={title}
      description={description}
    >
      <form onSubmit={submit} noValidate className={styles.form}>
        {before}
        <AddressField {...recipient.field} label={t.walletAddress} hint={t.walletAddressHint} />
        {after}
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
