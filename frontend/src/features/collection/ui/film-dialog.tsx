'use client'

import { useRef, useState } from 'react'
import * as t from '@/messages/edition-film'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Failure } from '@/ui/failure'
import type { Film } from '../films'
import styles from './film-dialog.module.css'

/** CSS pixels that the dialog's texts need. A film is as wide or wider unless its work is very tall. */
const least = 320

interface FilmDialogProps {
  film: Film
  title: string
  onClose: () => void
}

/** The film of an edition in a loop, until the dialog is closed or the still image is chosen. */
export function FilmDialog({ film, title, onClose }: FilmDialogProps) {
  const [playing, setPlaying] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [failed, setFailed] = useState(false)
  // Browsers can't stop a GIF. A canvas shows its first frame, which is the finished edition.
  const still = useRef<HTMLCanvasElement>(null)
  const { url, width, height, bytes } = film
  return (
    <Dialog open contentWidth={Math.max(width, least)} onOpenChange={onClose} title={t.title(title)}>
      {failed ? (
        <Failure problem={t.notLoaded} retry={() => setFailed(false)} />
      ) : (
        <>
          <img
            className={styles.film}
            hidden={!playing}
            src={url}
            alt={t.alt(title)}
            width={width}
            height={height}
            onLoad={({ currentTarget }) => still.current?.getContext('2d')?.drawImage(currentTarget, 0, 0)}
            onError={() => setFailed(true)}
          />
          <canvas
            ref={still}
            className={styles.film}
            hidden={playing}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img can't show the first frame of a GIF alone
            role="img"
            aria-label={t.stillAlt(title)}
            width={width}
            height={height}
          />
          <p className={styles.actions}>
            <Button kind="text" onClick={() => setPlaying(!playing)}>
              {playing ? t.showStill : t.play}
            </Button>
            <a href={url} download>
              {t.save(bytes)}
            </a>
          </p>
        </>
      )}
    </Dialog>
  )
}
