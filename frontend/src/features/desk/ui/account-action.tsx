'use client'

import { type FormEvent, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import * as t from '@/messages/desk-accounts'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Field } from '@/ui/field'
import { Notice } from '@/ui/notice'
import { useKeptFocus } from '@/ui/use-kept-focus'

interface AccountActionProps {
  /** The button, and its accessible name if several have the same text. */
  label: string
  name?: string
  /** What the action does to the person. */
  means: string
  /** Throws what the server refused. */
  send: (reason: string) => Promise<unknown>
  onDone: () => Promise<void>
}

/** A button that says what it means and requires a reason before it does anything. */
export function AccountAction({ label, name, means, send, onDone }: AccountActionProps) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const part = useKeptFocus<HTMLDivElement>(asking)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setMissing(!reason.trim())
    if (!reason.trim()) return part.current?.querySelector('input')?.focus()
    setBusy(true)
    setRefused('')
    try {
      await send(reason.trim())
      setAsking(false)
      setReason('')
      await onDone()
    } catch (error) {
      setRefused(wordsOf(error))
    }
    setBusy(false)
  }

  return (
    <div ref={part}>
      {asking ? (
        <form className={editing.form} onSubmit={submit} noValidate aria-label={name ?? label}>
          <p>{means}</p>
          {refused && <Notice kind="alarm">{refused}</Notice>}
          <Field
            label={t.why}
            hint={t.whyHint}
            error={missing ? t.whyMissing : undefined}
            value={reason}
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
          />
          <p className={editing.buttons}>
            <Button type="submit" busy={busy}>
              {label}
            </Button>
            <Button kind="text" onClick={() => !busy && setAsking(false)}>
              {t.back}
            </Button>
          </p>
        </form>
      ) : (
        <Button kind="quiet" aria-label={name} onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
    </div>
  )
}
