'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from './button'
import { editing } from './editing'
import { Field } from './field'
import { Notice } from './notice'
import { useKeptFocus } from './use-kept-focus'

interface AskProps {
  /** The button, and its accessible name if several have the same text. */
  label: string
  name?: string
  kind?: 'quiet' | 'text'
  /** The question, if what the action means isn't enough. */
  title?: string
  /** What the action means. */
  children: ReactNode
  /** The button that confirms, if it says something else. */
  action?: string
  back: string
  /** A text that goes with the action. With `missing`, it is required. */
  note?: { label: string; hint: string; missing?: string }
  /** Runs the action. Returns what went wrong, as a text for people. Never throws. */
  onConfirm: (note: string) => Promise<string | undefined>
}

/** A button that says what it does, and may ask for a reason, before it does anything. */
export function Ask({
  label,
  name,
  kind = 'quiet',
  title,
  children,
  action = label,
  back,
  note,
  onConfirm,
}: AskProps) {
  const [asking, setAsking] = useState(false)
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const part = useKeptFocus<HTMLDivElement>(asking)

  async function confirm(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const lacks = note?.missing !== undefined && !text.trim()
    setMissing(lacks)
    if (lacks) return part.current?.querySelector('input')?.focus()
    setBusy(true)
    setProblem('')
    const found = await onConfirm(text.trim())
    setBusy(false)
    setProblem(found ?? '')
    if (found) return
    setAsking(false)
    setText('')
  }

  function leave() {
    if (busy) return
    setProblem('')
    setAsking(false)
  }

  if (!asking) {
    return (
      <div ref={part}>
        <Button kind={kind} aria-label={name} onClick={() => setAsking(true)}>
          {label}
        </Button>
      </div>
    )
  }
  const form = (
    <form className={editing.form} onSubmit={confirm} noValidate aria-label={name ?? label}>
      {children}
      {problem && <Notice kind="alarm">{problem}</Notice>}
      {note && (
        <Field
          label={note.label}
          hint={note.hint}
          error={missing ? note.missing : undefined}
          value={text}
          maxLength={500}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <p className={editing.buttons}>
        <Button type="submit" busy={busy}>
          {action}
        </Button>
        <Button kind="text" onClick={leave}>
          {back}
        </Button>
      </p>
    </form>
  )
  return <div ref={part}>{title ? <Notice title={title}>{form}</Notice> : form}</div>
}
