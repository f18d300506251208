'use client'

import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { editionOf } from '@/lib/edition-number'
import * as t from '@/messages/artwork-live'
import { Button } from '@/ui/button'
import { VisuallyHidden } from '@/ui/visually-hidden'
import styles from './live-work.module.css'

/** A double press zooms the work; here it is two steps. */
const still = (event: SyntheticEvent) => event.stopPropagation()

interface StepperProps {
  number: number
  size: number
  onShow: (edition: number) => void
}

/** Steps through the editions of a live work: with buttons, arrow keys, or a typed number. */
export function Stepper({ number, size, onShow }: StepperProps) {
  // The typed text while it is not a valid edition.
  const [typed, setTyped] = useState<string | null>(null)
  const show = (edition: number) => {
    setTyped(null)
    if (edition >= 1 && edition <= size && edition !== number) onShow(edition)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    // On the wall these keys lead to other works.
    event.preventDefault()
    show(number + (event.key === 'ArrowRight' ? 1 : -1))
  }
  return (
    <>
      <Button
        kind="text"
        aria-disabled={number <= 1}
        onClick={() => show(number - 1)}
        onKeyDown={onKey}
        onDoubleClick={still}
      >
        {t.previous}
        <VisuallyHidden> {t.edition}</VisuallyHidden>
      </Button>
      <label className={`${styles.edition} figures`}>
        {t.editionLabel}{' '}
        <input
          type="number"
          inputMode="numeric"
          min={1}
          max={size}
          value={typed ?? number}
          style={{ width: `${String(size).length + 1.5}ch` }}
          onChange={({ target: { value } }) => {
            const edition = editionOf(value, size)
            if (edition === null) setTyped(value)
            else show(edition)
          }}
          onBlur={() => setTyped(null)}
          onDoubleClick={still}
        />{' '}
        {t.ofSize(size.toLocaleString('en-US'))}
      </label>
      <Button
        kind="text"
        aria-disabled={number >= size}
        onClick={() => show(number + 1)}
        onKeyDown={onKey}
        onDoubleClick={still}
      >
        {t.next}
        <VisuallyHidden> {t.edition}</VisuallyHidden>
      </Button>
    </>
  )
}
