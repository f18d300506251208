'use client'

import * as t from '@/messages/search'
import { Button } from '@/ui/button'
import styles from './search.module.css'
import { SearchBox } from './search-box'

interface SearchDialogProps {
  lang: string
  onClose: () => void
}

const open = (dialog: HTMLDialogElement | null) => dialog?.showModal()

/** The site's search dialog. It loads with Apollo when a visitor opens it. */
export function SearchDialog({ lang, onClose }: SearchDialogProps) {
  return (
    <dialog
      ref={open}
      aria-label={t.search}
      // A click outside closes it if the browser supports that; Escape and the button always do.
      {...{ closedby: 'any' }}
      // Search terms are not recorded.
      data-private
      className={styles.dialog}
      onClose={onClose}
    >
      <div className={styles.panel}>
        <SearchBox lang={lang} onChosen={onClose} />
        <Button kind="text" className={styles.close} onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </dialog>
  )
}
