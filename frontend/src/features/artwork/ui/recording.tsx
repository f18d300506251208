'use client'

import { useState } from 'react'
import styles from './film.module.css'
import { FilmBar } from './film-bar'

/** What a work sounds like, beside the work itself: the player of its recording, whose picture is another drawing. */
export function Recording({ src, label }: { src: string; label: string }) {
  const [sound, setSound] = useState<HTMLMediaElement | null>(null)
  return (
    <div className={styles.recording}>
      {/* biome-ignore lint/a11y/useMediaCaption: works without words */}
      <audio // oxlint-disable-line jsx-a11y/media-has-caption
        ref={setSound}
        src={src}
        preload="metadata"
        aria-label={label}
      />
      <FilmBar film={sound} />
    </div>
  )
}
