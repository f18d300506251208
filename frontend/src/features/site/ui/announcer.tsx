'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '@/ui/visually-hidden'

/** Tells screen readers about a navigation, in the words 'Navigated to {page title}'. */
export function Announcer() {
  const pathname = usePathname()
  const last = useRef(pathname)
  const [message, setMessage] = useState('')
  useEffect(() => {
    // The framework announces the bare title; one voice is enough.
    document.querySelector('next-route-announcer')?.setAttribute('hidden', '')
    if (last.current === pathname) return
    last.current = pathname
    // The title of a streamed page may follow its address.
    const timer = setTimeout(() => setMessage(`Navigated to ${document.title}`), 100)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <div aria-live="polite" aria-atomic="true">
      <VisuallyHidden>{message}</VisuallyHidden>
    </div>
  )
}
