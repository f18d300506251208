'use client'

import { useEffect, useState } from 'react'
import { Button } from '@/ui/button'

/** Hands the address of the page to whatever the device shares with, else to the clipboard. */
export function Share({ title, text }: { title: string; text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(''), 4000)
    return () => clearTimeout(timer)
  }, [said])
  const share = async () => {
    // Of a live work the edition that is shown; whatever else the address has is the visitor's own.
    const edition = new URLSearchParams(window.location.search).get('edition')
    const url = `${window.location.origin}${window.location.pathname}${edition ? `?edition=${encodeURIComponent(edition)}` : ''}`
    try {
      if (navigator.share) return await navigator.share({ title, text, url })
      await navigator.clipboard.writeText(url)
      setSaid('Link copied.')
    } catch (error) {
      // Closing the device's own list is no failure.
      if ((error as Error).name !== 'AbortError')
        setSaid('The link could not be copied: take it from the address bar.')
    }
  }
  return (
    <div>
      <Button kind="text" onClick={() => void share()}>
        Share
      </Button>{' '}
      <span aria-live="polite">{said}</span>
    </div>
  )
}
