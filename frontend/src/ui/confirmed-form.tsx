'use client'

import type { FormEvent, ReactNode } from 'react'
import { Button } from './button'
import { editing } from './editing'
import { Notice } from './notice'
import { useKeptFocus } from './use-kept-focus'

interface ConfirmedFormProps<Checked> {
  form: {
    onSubmit: (event: FormEvent) => unknown
    /** The checked values, while they wait for the confirmation. */
    checked: Checked | null
    confirm: () => void
    back: () => void
    busy: boolean
    problem: string
  }
  /** The button that checks what was typed. */
  check: string
  kind?: 'solid' | 'quiet'
  /** What the person confirms. */
  question: (checked: Checked) => { title: string; means: ReactNode; action: string }
  /** The button that returns to the fields. */
  back: string
  /** What is beside the first button. */
  aside?: ReactNode
  /** What replaces controls besides the confirmation, such as the number of parts. */
  step?: unknown
  className?: string
  children: ReactNode
}

/** A form that says what will happen before anything is sent. */
export function ConfirmedForm<Checked>({
  form: { onSubmit, checked, confirm, back: goBack, busy, problem },
  check,
  kind = 'quiet',
  question,
  back,
  aside,
  step,
  className = editing.form,
  children,
}: ConfirmedFormProps<Checked>) {
  const part = useKeptFocus<HTMLDivElement>(`${checked === null} ${step}`)
  const asked = checked === null ? null : question(checked)
  return (
    <div ref={part} className={className}>
      {problem && (
        <Notice kind="alarm" focused>
          {problem}
        </Notice>
      )}
      {asked ? (
        <Notice kind="plain" title={asked.title}>
          {asked.means}
          <p className={editing.buttons}>
            <Button busy={busy} onClick={confirm}>
              {asked.action}
            </Button>
            <Button kind="text" onClick={goBack}>
              {back}
            </Button>
          </p>
        </Notice>
      ) : (
        <form className={className} onSubmit={onSubmit} noValidate>
          {children}
          <p className={editing.buttons}>
            <Button type="submit" kind={kind} busy={busy}>
              {check}
            </Button>
            {aside}
          </p>
        </form>
      )}
    </div>
  )
}
