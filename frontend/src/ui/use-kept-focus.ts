import { useLayoutEffect, useRef } from 'react'

const controls = 'button, input, select, textarea, a[href], [tabindex]'

/**
 * Keeps the keyboard in a part of a page that replaces its controls with each step: the first of the new ones gets the focus that the
 * browser would lose with the old one. Returns a ref for the part, which has to stay.
 */
export function useKeptFocus<Part extends HTMLElement>(step: unknown, options?: FocusOptions) {
  const part = useRef<Part>(null)
  const last = useRef(step)
  const how = useRef(options)
  useLayoutEffect(() => {
    if (last.current === step) return
    last.current = step
    // The focus may be elsewhere by now.
    if (document.activeElement === document.body)
      part.current?.querySelector<HTMLElement>(controls)?.focus(how.current)
  }, [step])
  return part
}
