'use client'

import { usePathname } from 'next/navigation'
import { lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import * as t from '@/messages/site'
import { Link } from '@/ui/link'
import styles from './search-link.module.css'

const load = () => import('./search-dialog')
const SearchDialog = lazy(() => load().then((module) => ({ default: module.SearchDialog })))
const warm = () => void load().catch(() => undefined)

/**
 * Opens the search. Without JavaScript, or before it has loaded, the link opens the artwork listing, which has its own search.
 */
export function SearchLink({ lang }: { lang: string }) {
  const pathname = usePathname()
  const link = useRef<HTMLAnchorElement>(null)
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  // Opening another page closes it.
  if (openedAt !== null && openedAt !== pathname) setOpenedAt(null)
  const open = openedAt === pathname

  // "/" and Ctrl-K or Cmd-K open the search from anywhere but a field.
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { target, key, altKey } = event
      const command = (event.metaKey || event.ctrlKey) && key === 'k'
      const typing =
        target instanceof HTMLElement &&
        (target.isContentEditable || target.matches('input, textarea, select'))
      const slash = key === '/' && !event.metaKey && !event.ctrlKey && !typing
      if (altKey || event.defaultPrevented || !(command || slash) || document.querySelector('dialog[open]'))
        return
      event.preventDefault()
      setOpenedAt(window.location.pathname)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpenedAt(pathname)
  }
  return (
    <>
      <Link
        ref={link}
        href={`/${lang}/artworks/`}
        prefetch={false}
        className={styles.link}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={onClick}
        onPointerEnter={warm}
        onFocus={warm}
      >
        {t.search}
      </Link>
      {open && (
        <Suspense fallback={null}>
          <SearchDialog
            lang={lang}
            onClose={() => {
              setOpenedAt(null)
              link.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
