import { useId, useRef, useState } from 'react'
import { addressProblem, looksLikeName } from '@/lib/wallet/address'
import { useRecipient } from '@/lib/wallet/use-recipient'
import * as t from '@/messages/checkout-gift'
import { AddressField } from '@/ui/address-field'
import { Choice, Field } from '@/ui/field'
import { TextArea } from '@/ui/text-area'
import { emptyGift, type Gift, isSendable } from '../model'
import styles from './gift-fields.module.css'

interface GiftFieldsProps {
  gift: Gift
  disabled: boolean
  onChange: (gift: Gift) => void
}

/** The recipient of the edition: by email with a message from the buyer, or a wallet. */
export function GiftFields({ gift, disabled, onChange }: GiftFieldsProps) {
  const [wallet, setWallet] = useState(gift.to !== '')
  const name = useId()
  function choose(next: boolean) {
    setWallet(next)
    onChange(emptyGift)
  }
  return (
    <>
      <fieldset className={styles.how} disabled={disabled}>
        <legend>{t.how}</legend>
        <Choice type="radio" name={name} label={t.byEmail} checked={!wallet} onChange={() => choose(false)} />
        <Choice type="radio" name={name} label={t.toWallet} checked={wallet} onChange={() => choose(true)} />
      </fieldset>
      {wallet ? (
        <WalletFields gift={gift} disabled={disabled} onChange={onChange} />
      ) : (
        <EmailFields gift={gift} disabled={disabled} onChange={onChange} />
      )}
    </>
  )
}

function EmailFields({ gift, disabled, onChange }: GiftFieldsProps) {
  const [left, setLeft] = useState(false)
  return (
    <>
      <Field
        label={t.email}
        type="email"
        autoComplete="off"
        required
        maxLength={254}
        value={gift.email}
        disabled={disabled}
        hint={t.emailHint}
        error={left && gift.email !== '' && !isSendable(gift) ? t.emailInvalid : undefined}
        onBlur={() => setLeft(true)}
        onChange={({ target }) => onChange({ ...gift, email: target.value })}
      />
      <TextArea
        label={t.message}
        rows={3}
        maxLength={280}
        value={gift.message}
        disabled={disabled}
        hint={t.messageHint}
        onChange={({ target }) => onChange({ ...gift, message: target.value })}
      />
    </>
  )
}

/** A wallet is accepted once its address is valid, or once the address of its name is confirmed. */
function WalletFields({ gift, disabled, onChange }: GiftFieldsProps) {
  const { field, setProblem } = useRecipient()
  // A checkout that is continued already has its wallet.
  const [typed, setTyped] = useState(false)
  const newest = useRef('')
  function change(text: string) {
    const to = text.trim()
    newest.current = text
    setTyped(true)
    field.onValue(text)
    if (looksLikeName(to) || to.length < 42) return onChange(emptyGift)
    onChange({ ...emptyGift, to })
    void addressProblem(to).then((problem) => {
      if (!problem || newest.current !== text) return
      setProblem(problem)
      onChange(emptyGift)
    })
  }
  function confirm(confirmed: boolean) {
    field.onConfirm(confirmed)
    const { resolved } = field
    onChange(confirmed && resolved ? { ...emptyGift, to: resolved.address, name: resolved.name } : emptyGift)
  }
  return (
    <AddressField
      {...field}
      label={t.wallet}
      hint={t.walletHint}
      value={typed ? field.value : gift.to}
      onValue={change}
      onConfirm={confirm}
      disabled={disabled}
    />
  )
}
