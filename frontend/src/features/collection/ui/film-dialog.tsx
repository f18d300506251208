'use client'

import * as t from '@/messages/edition-film'
import { Dialog } from '@/ui/dialog'
import type { Film } from '../films'
import styles from './film-dialog.module.css'

interface FilmDialogProps {
  film: Film
  title: string
  onClose: () => void
}

/** An edition while it grows, again and again, until the dialog is closed. */
export function FilmDialog({ film, title, onClose }: FilmDialogProps) {
  return (
    <Dialog open wide onOpenChange={onClose} title={t.title(title)}>
      <img
        className={styles.film}
        src={film.url}
        alt={t.alt(title)}
        width={film.width}
        height={film.height}
      />
      <p>
        <a href={film.url} download>
          {t.save((film.bytes / 1_000_000).toFixed(1))}
        </a>
      </p>
    </Dialog>
  )
}
