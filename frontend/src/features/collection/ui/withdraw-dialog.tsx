'use client'

import { type FormEvent, useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import { ApiError, wordsOf } from '@/lib/api/error'
import { addressProblem } from '@/lib/wallet/address'
import { problemOf } from '@/lib/wallet/problem'
import { connectWallet } from '@/lib/wallet/wallet'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
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
  const [address, setAddress] = useState('')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const [away, setAway] = useState(false)
  const [key] = useState(actionKey)

  async function ask(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = await addressProblem(address)
    setWrong(found ?? '')
    if (found) return
    const to = address.trim()
    setBusy(true)
    try {
      const { status } = await requestWithdrawal(token.tokenId, to, key.of(to))
      setTokenStatus(token.tokenId, status)
      onClose(true)
    } catch (error) {
      key.end(error)
      setWrong((error instanceof ApiError && error.details.to) || wordsOf(error))
      setBusy(false)
    }
  }

  async function takeAddress() {
    // Two dialogs would fight for the focus.
    setAway(true)
    try {
      setAddress((await connectWallet()).address)
      setWrong('')
    } catch (error) {
      setWrong(problemOf(error).message)
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
        <Field
          label="Wallet address"
          value={address}
          onChange={({ target }) => {
            setAddress(target.value)
            setWrong('')
          }}
          error={wrong}
          hint="A token that is sent to a wrong address is lost for good. Copy the address, and look at its first and last characters."
          autoComplete="off"
          spellCheck={false}
          required
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
