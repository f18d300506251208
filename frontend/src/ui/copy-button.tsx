'use client'

import { useEffect, useState } from 'react'
import * as t from '@/messages/copy'
import { Button } from './button'

/** Copies a text to the clipboard and confirms it briefly. */
export function CopyButton({ text, label, className }: { text: string; label: string; className?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 3000)
    return () => clearTimeout(timer)
  }, [copied])
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
