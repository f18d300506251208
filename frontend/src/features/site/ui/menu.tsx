'use client'

import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useHydrated } from '@/ui/hydrated'
import { Link } from '@/ui/link'
import { useSite } from '../store'
import styles from './header.module.css'
import own from './menu.module.css'

/** Folds the navigation behind a button on narrow screens. Without JavaScript it stays open. */
export function Menu({ lang, children }: { lang: string; children: ReactNode }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const open = useSite((state) => state.menuOpen)
  const ready = useHydrated()

  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      useSite.setState({ menuOpen: false })
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
        onClick={() => useSite.setState({ menuOpen: !open })}
      >
        {open ? 'Close' : 'Menu'}
      </button>
      <div id={id} className={styles.fold} data-ready={ready} data-open={open}>
        {children}
        {/* Without scripts the footer has it; in every page's HTML it would be there twice. */}
        {open && (
          <p className={own.support}>
            <Link href={`/${lang}/support/`}>Support</Link>
          </p>
        )}
      </div>
    </>
  )
}
