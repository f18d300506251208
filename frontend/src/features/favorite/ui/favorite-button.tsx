'use client'

import { lazy, Suspense } from 'react'
import styles from './favorite-button.module.css'
import type { FavoriteProps } from './favorite-toggle'

const FavoriteToggle = lazy(() =>
  import('./favorite-toggle').then((module) => ({ default: module.FavoriteToggle })),
)

/** Saves a work, or follows an artist or a curator. It loads after the page. */
export function FavoriteButton(props: FavoriteProps) {
  return (
    <Suspense fallback={<p className={styles.line} />}>
      <FavoriteToggle {...props} />
    </Suspense>
  )
}
