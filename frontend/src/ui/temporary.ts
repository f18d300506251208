'use client'

import { useCallback, useRef, useState } from 'react'

/** A state that returns to `rest` a number of milliseconds after it was last set. */
export function useTemporary<T>(rest: T, milliseconds: number): [T, (value: T) => void] {
  const [value, setValue] = useState(rest)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = useCallback(
    (next: T) => {
      clearTimeout(timer.current)
      setValue(next)
      timer.current = setTimeout(() => setValue(rest), milliseconds)
    },
    [rest, milliseconds],
  )
  return [value, show]
}
