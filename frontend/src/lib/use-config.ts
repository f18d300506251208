'use client'

import { useSyncExternalStore } from 'react'
import { type SiteConfig, siteConfig } from './config'

let known: SiteConfig | null = null

function subscribe(onChange: () => void) {
  let left = false
  if (!known)
    siteConfig().then(
      (config) => {
        known = config
        if (!left) onChange()
      },
      (error: unknown) => console.warn('The settings are not known', error),
    )
  return () => {
    left = true
  }
}

/** The settings of GET /api/config; null until they are loaded, and if loading fails. */
export const useConfig = () =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  )
