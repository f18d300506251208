'use client'

import { useState } from 'react'
import * as t from '@/messages/favorite'
import { useHydrated } from '@/ui/hydrated'
import type { Kind } from '../store'
import { useFavorite } from '../use-favorite'
import styles from './favorite-button.module.css'
import { HeartIcon } from './heart-icon'

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
        <HeartIcon />
        {on ? words.on : words.off}
      </button>
      {failed && <span role="alert">{t.notKept}</span>}
    </p>
  )
}
