'use client'

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import * as t from '@/messages/walls'
import { useHydrated } from './hydrated'
import { prefersReducedMotion } from './reduced-motion'
import { StepButtons } from './step-buttons'
import { visuallyHidden } from './visually-hidden'
import styles from './walls.module.css'

export interface WallEntry {
  key: string
  /** What hangs there, for the map. */
  name: string
  /** A small picture of it, for the map. */
  small: ReactNode
  /** The wall. */
  content: ReactNode
}

const busy = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, select, textarea, video, [role="dialog"]') !== null

/**
 * Walls side by side, one as wide as the page. They scroll and snap natively, even without scripts; buttons, arrow keys and the map come
 * with this component.
 */
export function Walls({ label, walls }: { label: string; walls: WallEntry[] }) {
  const hydrated = useHydrated()
  const strip = useRef<HTMLUListElement>(null)
  const map = useRef<HTMLOListElement>(null)
  const [at, setAt] = useState(0)
  const [announced, setAnnounced] = useState('')
  const count = walls.length

  const go = (i: number) => {
    const left = (strip.current?.children[i] as HTMLElement | undefined)?.offsetLeft
    if (left !== undefined)
      strip.current?.scrollTo({ left, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
  }
  const onScroll = () => {
    const { current } = strip
    if (!current) return
    const i = Math.min(count - 1, Math.round(Math.abs(current.scrollLeft) / Math.max(1, current.clientWidth)))
    if (i === at) return
    setAt(i)
    setAnnounced(t.placed(i + 1, count, walls[i]?.name ?? ''))
    const dot = map.current?.children[i] as HTMLElement | undefined
    if (dot && map.current)
      map.current.scrollTo({ left: dot.offsetLeft - (map.current.clientWidth - dot.clientWidth) / 2 })
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || busy(event.target)) return
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 }[event.key]
    if (to === undefined || !walls[to]) return
    event.preventDefault()
    go(to)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  // Another width would leave the strip between two walls.
  const onResize = useEffectEvent(() => {
    const left = (strip.current?.children[at] as HTMLElement | undefined)?.offsetLeft
    strip.current?.scrollTo({ left, behavior: 'instant' })
  })
  useEffect(() => {
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])

  return (
    <div className={styles.walls}>
      <ul ref={strip} role="list" aria-label={label} className={styles.strip} onScroll={onScroll}>
        {walls.map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
      </ul>
      {count > 1 && (
        // It keeps its place until it works, so that nothing moves.
        <div className={styles.bar} data-waits={hydrated ? undefined : ''}>
          <StepButtons at={at} count={count} go={go} words={t} />
          <nav aria-label={t.map}>
            <ol ref={map} role="list" className={styles.map}>
              {walls.map(({ key, name, small }, i) => (
                <li key={key}>
                  <button
                    type="button"
                    aria-label={name}
                    aria-current={i === at ? 'true' : undefined}
                    onClick={() => go(i)}
                  >
                    {small}
                  </button>
                </li>
              ))}
            </ol>
          </nav>
        </div>
      )}
      <p className={visuallyHidden} aria-live="polite">
        {announced}
      </p>
    </div>
  )
}
