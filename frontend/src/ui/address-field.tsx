import type { ReactNode } from 'react'
import * as t from '@/messages/address'
import styles from './address-field.module.css'
import { Choice, Field } from './field'

interface AddressFieldProps {
  label: string
  hint?: ReactNode
  error?: string
  value: string
  onValue: (value: string) => void
  /** A name is being looked up. */
  looking: boolean
  /** The address that the typed name points to. */
  resolved: { name: string; address: string } | null
  confirmed: boolean
  onConfirm: (confirmed: boolean) => void
  disabled?: boolean
}

/** A field for a wallet's address or a name, whose full address is then shown for the person to confirm. */
export function AddressField({
  label,
  hint,
  error,
  value,
  onValue,
  looking,
  resolved,
  confirmed,
  onConfirm,
  disabled = false,
}: AddressFieldProps) {
  return (
    <div className={styles.address}>
      <Field
        label={label}
        hint={hint}
        error={error}
        value={value}
        onChange={({ target }) => onValue(target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={disabled}
        required
      />
      <output className={styles.found} aria-label={t.addressOfTheName}>
        {looking && t.lookingUp(value.trim())}
        {resolved && (
          <>
            <bdi>{resolved.name}</bdi> → <span className="mono">{resolved.address}</span>
          </>
        )}
      </output>
      {resolved && (
        <Choice
          label={t.addressConfirmed}
          hint={t.addressConfirmedHint}
          checked={confirmed}
          disabled={disabled}
          onChange={({ target }) => onConfirm(target.checked)}
        />
      )}
    </div>
  )
}
