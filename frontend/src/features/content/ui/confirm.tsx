'use client'

import { type ReactNode, useState } from 'react'
import * as t from '@/messages/content'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Notice } from '@/ui/notice'

/** The button has disappeared, so the focus moves to what replaced it. */
const focusFirst = (element: HTMLElement | null) => element?.querySelector('button')?.focus()

interface ConfirmProps {
  /** The button, and its accessible name if several have the same text. */
  label: string
  name?: string
  question: string
  /** What the action means. */
  children: ReactNode
  /** The button that confirms. */
  action: string
  /** Never throws. */
  onConfirm: () => Promise<void>
}

/** A button that explains its action before it runs. */
export function Confirm({ label, name, question, children, action, onConfirm }: ConfirmProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  async function confirm() {
    setBusy(true)
    await onConfirm()
    setBusy(false)
    setAsking(false)
  }
  if (!asking) {
    return (
      <div>
        <Button kind="quiet" aria-label={name} onClick={() => setAsking(true)}>
          {label}
        </Button>
      </div>
    )
  }
  return (
    <Notice title={question}>
      {children}
      <p className={editing.buttons} ref={focusFirst}>
        <Button busy={busy} onClick={confirm}>
          {action}
        </Button>
        <Button kind="text" onClick={() => !busy && setAsking(false)}>
          {t.cancel}
        </Button>
      </p>
    </Notice>
  )
}
