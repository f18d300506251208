'use client'

import { type ReactNode, useState } from 'react'
import * as t from '@/messages/content'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Notice } from '@/ui/notice'
import { useKeptFocus } from '@/ui/use-kept-focus'

interface ConfirmProps {
  /** The button, and its accessible name if several have the same text. */
  label: string
  name?: string
  question: string
  /** What the action means. */
  children: ReactNode
  /** The button that confirms. */
  action: string
  /** Returns what went wrong. Never throws. */
  onConfirm: () => Promise<string | undefined>
}

/** A button that explains its action before it runs. */
export function Confirm({ label, name, question, children, action, onConfirm }: ConfirmProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const part = useKeptFocus<HTMLDivElement>(asking)
  async function confirm() {
    setBusy(true)
    setFailed('')
    const problem = await onConfirm()
    setBusy(false)
    setFailed(problem ?? '')
    setAsking(Boolean(problem))
  }
  return (
    <div ref={part}>
      {asking ? (
        <Notice title={question}>
          {children}
          {failed && <p role="alert">{failed}</p>}
          <p className={editing.buttons}>
            <Button busy={busy} onClick={confirm}>
              {action}
            </Button>
            <Button
              kind="text"
              onClick={() => {
                if (busy) return
                setFailed('')
                setAsking(false)
              }}
            >
              {t.cancel}
            </Button>
          </p>
        </Notice>
      ) : (
        <Button kind="quiet" aria-label={name} onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
    </div>
  )
}
