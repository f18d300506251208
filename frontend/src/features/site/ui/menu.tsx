'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useHydrated } from '@/ui/hydrated'
import styles from './header.module.css'

/** Folds the navigation behind a button on narrow screens. Without JavaScript it stays open. */
export function Menu({ children }: { children: ReactNode }) {
  const id = useId()
  const pathname = usePathname()
  const button = useRef<HTMLButtonElement>(null)
  const [openAt, setOpenAt] = useState<string | null>(null)
  const ready = useHydrated()
  // Open belongs to one address: a navigation closes it.
  const open = openAt === pathname

  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      button.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open])

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.menu}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpenAt(open ? null : pathname)}
      >
        Menu
      </button>
      <div id={id} className={styles.fold} data-ready={ready} data-open={open}>
        {children}
      </div>
    </>
  )
}
