'use client'

import { useEffect, useState } from 'react'
import * as t from '@/messages/announcer'
import { VisuallyHidden } from '@/ui/visually-hidden'

/** Milliseconds in which the address and the title of a page are matched. */
const settle = 100

/** Announces a navigation to screen readers: 'Navigated to {page title}'. A page that keeps its title announces its own changes. */
export function Announcer() {
  const [message, setMessage] = useState('')
  useEffect(() => {
    let address = addressNow()
    let title = document.title
    let timer: ReturnType<typeof setTimeout>
    if (loadedPath() !== window.location.pathname) {
      // A navigation may finish before this component, which loads once the page is idle.
      address = title = ''
      timer = setTimeout(() => say(), settle)
    }
    let patience = 50
    const say = () => {
      hideRouteAnnouncer()
      // Between two pages the document may have no title.
      if (!document.title || document.title === title) return
      if (addressNow() === address) {
        // On a busy page the title may arrive first.
        if (patience-- > 0) timer = setTimeout(say, settle)
        return
      }
      address = addressNow()
      title = document.title
      setMessage(t.navigatedTo(title))
    }
    // The title of a streamed page may arrive long after its address.
    const observer = new MutationObserver(() => {
      patience = 50
      clearTimeout(timer)
      timer = setTimeout(say, settle)
    })
    observer.observe(document.head, { childList: true, characterData: true, subtree: true })
    hideRouteAnnouncer()
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return (
    <div aria-live="polite" aria-atomic="true">
      <VisuallyHidden>{message}</VisuallyHidden>
    </div>
  )
}

/** The path with which the document was loaded. */
function loadedPath() {
  const [entry] = performance.getEntriesByType('navigation')
  return entry ? new URL(entry.name).pathname : window.location.pathname
}

const addressNow = () => `${window.location.pathname}${window.location.search}`

/** The framework also announces the title; one announcement is enough. */
const hideRouteAnnouncer = () => document.querySelector('next-route-announcer')?.setAttribute('hidden', '')
