'use client'

import * as t from '@/messages/copy'
import { Button } from './button'
import { useTemporary } from './temporary'

/** Copies a text to the clipboard and confirms it briefly. */
export function CopyButton({ text, label, className }: { text: string; label: string; className?: string }) {
  const [copied, setCopied] = useTemporary(false, 3000)
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <Button
      kind="text"
      className={className}
      aria-label={copied ? t.copiedLabel(label) : label}
      onClick={copy}
    >
      {copied ? t.copied : t.copy}
    </Button>
  )
}
