'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { type MouseEvent, type ReactNode, useEffect, useRef, useTransition } from 'react'
import { goInPlace } from './go-in-place'

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

interface InPlaceProps {
  /** The name of the region, which gets the focus after a click on one of its links. */
  label: string
  className?: string
  children: ReactNode
}

/** A region whose links to other parameters of the same path change the address in place. Without JavaScript they load the page. */
export function InPlace({ label, className, children }: InPlaceProps) {
  const pathname = usePathname()
  const search = useSearchParams().toString()
  const region = useRef<HTMLElement>(null)
  const followed = useRef(false)
  const [busy, start] = useTransition()

  const onClickCapture = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isPlain(event) || link.origin !== window.location.origin) return
    if (link.pathname !== pathname || link.hash) return
    // The framework's links ignore a handled click.
    event.preventDefault()
    followed.current = true
    start(() => goInPlace(link.href))
  }

  // The link may have disappeared, so the focus moves to the start of the new content.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the address
  useEffect(() => {
    const element = region.current
    if (!followed.current || !element) return
    followed.current = false
    element.focus({ preventScroll: true })
    if (element.getBoundingClientRect().top < 0)
      element.scrollIntoView({ block: 'start', behavior: 'instant' })
  }, [search])

  return (
    <section
      ref={region}
      id="results"
      aria-label={label}
      aria-busy={busy || undefined}
      tabIndex={-1}
      className={className}
      onClickCapture={onClickCapture}
    >
      {children}
    </section>
  )
}
