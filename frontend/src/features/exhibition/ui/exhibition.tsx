'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRestored } from '@/lib/restored'
import type { Wall } from '@/lib/wall'
import * as t from '@/messages/exhibition'
import { Button } from '@/ui/button'
import { useHydrated } from '@/ui/hydrated'
import { Link } from '@/ui/link'
import { prefersReducedMotion } from '@/ui/reduced-motion'
import { Room } from '@/ui/room'
import { StepButtons } from '@/ui/step-buttons'
import { visuallyHidden } from '@/ui/visually-hidden'
import { paces, useSlideshow } from '../store'
import styles from './exhibition.module.css'

const loadSlideshow = () => import('../slideshow')
const warm = () => void loadSlideshow().catch(() => undefined)

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA|VIDEO)$/.test(target.tagName)

/** Preloads the pictures of the next work, in the size in which it will be shown. */
function preload(slide: Element | undefined) {
  for (const img of slide?.querySelectorAll('img') ?? []) {
    if (img.complete && img.naturalWidth > 0) continue
    const early = new Image()
    early.sizes = `${img.clientWidth}px`
    if (img.srcset) early.srcset = img.srcset
    else early.src = img.src
  }
}

interface ExhibitionProps {
  title: string
  /** The parent page, where Close and Esc lead. */
  home: string
  /** Sections with an id and a name. */
  children: ReactNode
  /** The wall of each. The browser doesn't get the code that makes one. */
  walls: Wall[]
}

/**
 * Works, one per screen. The column of works scrolls and snaps natively, even without scripts; buttons, keys, the slideshow and the
 * address of the visible work come with this component.
 */
export function Exhibition({ title, home, children, walls }: ExhibitionProps) {
  const count = walls.length
  const router = useRouter()
  const hydrated = useHydrated()
  const room = useRef<HTMLDivElement>(null)
  const column = useRef<HTMLDivElement>(null)
  /** The target of a programmatic scroll; until it is reached, works on the way aren't shown. */
  const target = useRef<number | null>(null)
  const [at, setAt] = useState(0)
  const [name, setName] = useState('')
  const [stop, setStop] = useState<(() => void) | null>(null)
  const [failed, setFailed] = useState(false)
  const known = useRestored(useSlideshow)
  const seconds = useSlideshow((state) => state.storedSlideshowSeconds)
  const playing = stop !== null

  const slideAt = (i: number) => column.current?.children[i]

  const show = (i: number, named: boolean) => {
    const slide = slideAt(i)
    if (!slide) return
    setAt(i)
    setName(slide.getAttribute('aria-label') ?? '')
    preload(slideAt(i + 1))
    preload(slideAt(i - 1))
    if (named) window.history.replaceState(window.history.state, '', `#${slide.id}`)
  }

  const go = (i: number, behavior: ScrollBehavior = prefersReducedMotion() ? 'instant' : 'smooth') => {
    const slide = slideAt(i)
    if (!slide || i === at) return
    target.current = i
    show(i, true)
    slide.scrollIntoView({ behavior, block: 'start' })
  }

  const onScroll = () => {
    const { current } = column
    if (!current) return
    const i = Math.round(current.scrollTop / current.clientHeight)
    if (target.current !== null && target.current !== i) return
    target.current = null
    if (i !== at) show(i, true)
  }
  /** The visitor interrupts a programmatic scroll. */
  const onTouch = () => {
    target.current = null
  }

  const onStart = useEffectEvent(() => {
    const slides = [...(column.current?.children ?? [])]
    const named = slides.findIndex(({ id }) => id === decodeURIComponent(window.location.hash.slice(1)))
    // The browser scrolls there after a full load, but not after a navigation within the site.
    if (named > 0) slides[named]!.scrollIntoView({ behavior: 'instant', block: 'start' })
    show(Math.max(0, named), false)
  })
  const onResize = useEffectEvent(() => slideAt(at)?.scrollIntoView({ behavior: 'instant', block: 'start' }))
  useEffect(() => {
    const { current } = column
    if (!current) return
    onStart()
    let first = true
    const observer = new ResizeObserver(() => {
      if (!first) onResize()
      first = false
    })
    observer.observe(current)
    window.addEventListener('hashchange', onStart)
    return () => {
      observer.disconnect()
      window.removeEventListener('hashchange', onStart)
    }
  }, [])

  const advance = useEffectEvent(() => {
    const change = () => go((at + 1) % count, 'instant')
    // On a screen that is viewed from a distance, one work fades into the next.
    if (prefersReducedMotion() || !document.startViewTransition) change()
    // The browser skips the transition if the page is hidden; the work changes anyway.
    else document.startViewTransition(change).ready.catch(() => undefined)
  })
  const play = async () => {
    setFailed(false)
    try {
      const { startSlideshow } = await loadSlideshow()
      if (!room.current) return
      const end = startSlideshow({
        room: room.current,
        seconds,
        next: advance,
        onStop: () => halt(),
      })
      const halt = () => {
        end()
        setStop(null)
      }
      setStop(() => halt)
    } catch (error) {
      console.warn('The slideshow does not start', error)
      setFailed(true)
    }
  }
  const onLeave = useEffectEvent(() => stop?.())
  useEffect(() => () => onLeave(), [])

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target))
      return
    const to = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      PageDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      PageUp: at - 1,
      Home: 0,
      End: count - 1,
    }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      go(to)
    } else if (event.key === 'Escape' && !document.fullscreenElement) router.push(home)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <Room
      ref={room}
      wall={walls[at]!}
      hides="all"
      className={styles.room}
      data-playing={playing || undefined}
      tabIndex={-1}
    >
      <div className={styles.bar}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <div className={styles.actions}>
          {hydrated && count > 1 && (
            <>
              <Button
                kind="text"
                disabled={!known}
                onPointerEnter={warm}
                onFocus={warm}
                onClick={playing ? stop : play}
              >
                {playing ? t.pause : t.play}
              </Button>
              {!playing && (
                <select
                  aria-label={t.pace}
                  className="figures"
                  value={seconds}
                  onChange={({ target: { value } }) =>
                    useSlideshow.setState({ storedSlideshowSeconds: Number(value) })
                  }
                >
                  {paces.map((pace) => (
                    <option key={pace} value={pace}>
                      {t.every(pace)}
                    </option>
                  ))}
                </select>
              )}
            </>
          )}
          <Link href={home} aria-keyshortcuts="Escape">
            {t.close}
          </Link>
        </div>
      </div>
      <p role="alert" className={styles.alert}>
        {failed && t.didNotStart}
      </p>
      <div
        ref={column}
        className={styles.column}
        onScroll={onScroll}
        onPointerDown={onTouch}
        onWheel={onTouch}
        onTouchStart={onTouch}
      >
        {children}
      </div>
      {hydrated && (
        <div className={styles.steps}>
          <StepButtons at={at} count={count} go={go} words={t} />
        </div>
      )}
      <p className={visuallyHidden} aria-live={playing ? 'off' : 'polite'}>
        {name && t.placed(at + 1, count, name)}
      </p>
    </Room>
  )
}
