'use client'

import { useEffect, useState } from 'react'
import { VisuallyHidden } from '@/ui/visually-hidden'

/** Milliseconds in which an address and the title of its page find each other. */
const settle = 100

/** Tells screen readers about a navigation, in the words 'Navigated to {page title}'. A page that keeps its title speaks for itself. */
export function Announcer() {
  const [message, setMessage] = useState('')
  useEffect(() => {
    let address = addressNow()
    let title = document.title
    let timer: ReturnType<typeof setTimeout>
    const say = () => {
      hush()
      if (document.title === title || addressNow() === address) return
      address = addressNow()
      title = document.title
      setMessage(`Navigated to ${title}`)
    }
    // The title of a streamed page may come long after its address.
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(say, settle)
    })
    observer.observe(document.head, { childList: true, characterData: true, subtree: true })
    hush()
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

const addressNow = () => `${window.location.pathname}${window.location.search}`

/** The framework announces the bare title; one voice is enough. */
const hush = () => document.querySelector('next-route-announcer')?.setAttribute('hidden', '')
