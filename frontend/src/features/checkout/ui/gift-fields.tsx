import { useState } from 'react'
import * as t from '@/messages/checkout-gift'
import { Field } from '@/ui/field'
import { TextArea } from '@/ui/text-area'
import { type Gift, isSendable } from '../model'

interface GiftFieldsProps {
  gift: Gift
  disabled: boolean
  onChange: (gift: Gift) => void
}

/** Who receives the edition, and what the buyer says to them. */
export function GiftFields({ gift, disabled, onChange }: GiftFieldsProps) {
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
