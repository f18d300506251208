'use client'

import { type ReactNode, useEffect, useId, useRef } from 'react'
import * as t from '@/messages/site'
import { useHydrated } from '@/ui/hydrated'
import { Link } from '@/ui/link'
import { useSite } from '../store'
import styles from './header.module.css'
import own from './menu.module.css'

/** Hides the navigation behind a button on narrow screens. Without JavaScript it stays open. */
export function Menu({ lang, children }: { lang: string; children: ReactNode }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const open = useSite((state) => state.menuOpen)
  const ready = useHydrated()

  useEffect(() => {
    if (!open) return
    const close = () => useSite.setState({ menuOpen: false })
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      button.current?.focus()
    }
    // The open menu covers the page, so the keyboard must not reach the page. In a wider window nothing is covered.
    const covered = document.querySelectorAll<HTMLElement>('main, footer, [data-banner]')
    const wide = window.matchMedia('(width >= 896px)')
    for (const element of covered) element.inert = true
    window.addEventListener('keydown', onKey)
    wide.addEventListener('change', close)
    return () => {
      for (const element of covered) element.inert = false
      window.removeEventListener('keydown', onKey)
      wide.removeEventListener('change', close)
    }
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
        {open ? t.close : t.menu}
      </button>
      <div id={id} className={styles.fold} data-ready={ready} data-open={open} data-covers={open}>
        {children}
        {/* Without scripts the footer has it, so that the HTML of a page doesn't have it twice. */}
        {open && (
          <p className={own.support}>
            <Link href={`/${lang}/support/`}>{t.support}</Link>
          </p>
        )}
      </div>
    </>
  )
}
