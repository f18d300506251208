'use client'

import { useSyncExternalStore } from 'react'

interface Connection extends EventTarget {
  saveData?: boolean
  effectiveType?: string
}

const connection = () => (navigator as Navigator & { connection?: Connection }).connection

/** The visitor saves data, or the line is as slow as 2g. */
export const isThrifty = ({ saveData, effectiveType }: Pick<Connection, 'saveData' | 'effectiveType'> = {}) =>
  saveData === true || /2g/.test(effectiveType ?? '')

function subscribe(listener: () => void) {
  const line = connection()
  line?.addEventListener?.('change', listener)
  return () => line?.removeEventListener?.('change', listener)
}

/** Whether nothing should be loaded that nobody has asked for. */
export const useThrift = () =>
  useSyncExternalStore(
    subscribe,
    () => isThrifty(connection()),
    () => false,
  )
