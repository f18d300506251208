'use client'

import { usePathname } from 'next/navigation'
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react'
import * as t from '@/messages/site'
import { Link } from '@/ui/link'
import styles from './search-link.module.css'

const load = () => import('./search-dialog')
const SearchDialog = lazy(() => load().then((module) => ({ default: module.SearchDialog })))
const warm = () => void load().catch(() => undefined)

/**
 * Opens the search. Without JavaScript, or before it has loaded, the link leads to the listing of artworks, which has a search of its
 * own.
 */
export function SearchLink({ lang }: { lang: string }) {
  const pathname = usePathname()
  const link = useRef<HTMLAnchorElement>(null)
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  // Another page closes it.
  if (openedAt !== null && openedAt !== pathname) setOpenedAt(null)
  const open = openedAt === pathname

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
