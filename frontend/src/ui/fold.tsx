'use client'

import { type ReactNode, useId, useState } from 'react'
import { Button } from './button'
import styles from './fold.module.css'
import { useHydrated } from './hydrated'

/** Folded behind a button on narrow screens, open on wide ones and without JavaScript. */
export function Fold({
  label,
  openLabel = label,
  children,
}: {
  label: string
  /** The button's label while it is open. */
  openLabel?: string
  children: ReactNode
}) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const ready = useHydrated()
  return (
    <>
      <div className={styles.button}>
        <Button
          kind="quiet"
          wide
          aria-expanded={open}
          aria-controls={id}
          disabled={!ready}
          onClick={() => setOpen(!open)}
        >
          {open ? openLabel : label}
        </Button>
      </div>
      <div id={id} className={styles.fold} data-open={open}>
        {children}
      </div>
    </>
  )
}
