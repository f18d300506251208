'use client'

import { useState } from 'react'
import * as t from '@/messages/favorite'
import { useHydrated } from '@/ui/hydrated'
import type { Kind } from '../store'
import { useFavorite } from '../use-favorite'
import styles from './favorite-button.module.css'

export interface FavoriteProps {
  kind: Kind
  id: string
  /** Names the entry for screen readers. */
  name: string
}

/** Saves a work, or follows an artist or a curator. */
export function FavoriteToggle({ kind, id, name }: FavoriteProps) {
  const [failed, setFailed] = useState(false)
  const { on, toggle } = useFavorite({ kind, id }, () => setFailed(true))
  const ready = useHydrated()
  const words = kind === 'artwork' ? t.save : t.follow
  return (
    <p className={styles.line}>
      <button
        type="button"
        className={styles.button}
        aria-pressed={on}
        aria-label={words.label(name)}
        disabled={!ready}
        onClick={() => {
          setFailed(false)
          void toggle()
        }}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.heart}>
          <path d="M12 20.5 4.2 12.7a5 5 0 0 1 7.1-7.1l.7.7.7-.7a5 5 0 0 1 7.1 7.1Z" />
        </svg>
        {on ? words.on : words.off}
      </button>
      {failed && <span role="alert">{t.notKept}</span>}
    </p>
  )
}
