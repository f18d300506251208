'use client'

import { useRouter } from 'next/navigation'
import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import * as t from '@/messages/artwork'
import { neighboursOf } from '../neighbours'
import { hold, type View, whole, zoomAt } from '../zoom'
import styles from './wall.module.css'

interface WallProps {
  lang: string
  slug: string
  /** Where the arrow keys lead if the visitor did not come from a listing. */
  offered: string[]
  children: ReactNode
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA|VIDEO|IFRAME)$/.test(target.tagName))

/** What a pointer does there is not meant for the wall. */
const own = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button, fieldset, iframe, video, [data-tools]') !== null

/** The work on its wall: F for full screen, Esc to leave, wheel and pinch to look closer, arrows to its neighbours. */
export function Wall({ lang, slug, offered, children }: WallProps) {
  const router = useRouter()
  const wall = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const [view, setView] = useState<View>(whole)
  const [full, setFull] = useState(false)

  const change = useCallback((next: (view: View) => View) => {
    setView((now) => {
      const box = wall.current?.getBoundingClientRect()
      return box ? hold(next(now), box.width, box.height) : now
    })
  }, [])

  const enter = useCallback(() => {
    setFull(true)
    // Where the browser has no full screen (phones), the wall covers the window instead.
    wall.current?.requestFullscreen?.().catch(() => {})
  }, [])
  const leave = useCallback(() => {
    setFull(false)
    setView(whole)
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
  }, [])

  useEffect(() => {
    const onChange = () => {
      if (!document.fullscreenElement) {
        setFull(false)
        setView(whole)
      }
    }
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [])

  // In full screen the controls disappear while nothing moves.
  useEffect(() => {
    const element = wall.current
    if (!full || !element) return
    let timer: ReturnType<typeof setTimeout>
    const wake = () => {
      delete element.dataset.idle
      clearTimeout(timer)
      timer = setTimeout(() => {
        element.dataset.idle = ''
      }, 2000)
    }
    const events = ['pointermove', 'pointerdown', 'keydown']
    for (const event of events) window.addEventListener(event, wake)
    wake()
    return () => {
      for (const event of events) window.removeEventListener(event, wake)
      clearTimeout(timer)
      delete element.dataset.idle
    }
  }, [full])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target))
        return
      const near = view.scale > 1
      const pan = (x: number, y: number) => {
        event.preventDefault()
        change((now) => ({ ...now, x: now.x + x, y: now.y + y }))
      }
      const go = (to: string | undefined) => {
        if (to) router.push(`/${lang}/artworks/${to}/`)
      }
      switch (event.key) {
        case 'f':
        case 'F':
          return full ? leave() : enter()
        case 'Escape':
          return full ? leave() : setView(whole)
        case '+':
        case '=':
          return change((now) => zoomAt(now, 1.4, 0, 0))
        case '-':
          return change((now) => zoomAt(now, 1 / 1.4, 0, 0))
        case 'ArrowLeft':
          return near ? pan(80, 0) : go(neighboursOf(slug, offered).previous)
        case 'ArrowRight':
          return near ? pan(-80, 0) : go(neighboursOf(slug, offered).next)
        case 'ArrowUp':
          return near ? pan(0, 80) : undefined
        case 'ArrowDown':
          return near ? pan(0, -80) : undefined
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [change, enter, full, lang, leave, offered, router, slug, view.scale])

  // React's wheel listener is passive; this one must keep the page from scrolling or zooming along.
  useEffect(() => {
    const element = wall.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      // On the page the plain wheel scrolls; with Ctrl, which is what a trackpad's pinch sends, it looks closer.
      if (!full && !event.ctrlKey) return
      event.preventDefault()
      const { x, y } = fromMiddle(element, event)
      change((now) => zoomAt(now, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), x, y))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [change, full])

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (own(event.target)) return
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (view.scale > 1 || full) event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other && (full || view.scale > 1)) {
      const middle = fromMiddle(event.currentTarget, {
        clientX: (now.x + other.x) / 2,
        clientY: (now.y + other.y) / 2,
      })
      const factor =
        Math.hypot(now.x - other.x, now.y - other.y) /
        Math.max(1, Math.hypot(before.x - other.x, before.y - other.y))
      change((current) => zoomAt(current, factor, middle.x, middle.y))
    } else if (view.scale > 1) {
      change((current) => ({ ...current, x: current.x + now.x - before.x, y: current.y + now.y - before.y }))
    }
  }
  const onPointerEnd = (event: PointerEvent<HTMLDivElement>) => {
    pointers.current.delete(event.pointerId)
  }

  const style = { '--scale': view.scale, '--x': `${view.x}px`, '--y': `${view.y}px` } as CSSProperties
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons and keys below do the same as the pointer
    <div
      ref={wall}
      className={styles.wall}
      data-full={full}
      data-near={view.scale > 1}
      style={style}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={(event) => {
        if (own(event.target)) return
        const { x, y } = fromMiddle(event.currentTarget, event)
        change((now) => (now.scale > 1 ? whole : zoomAt(now, 2.5, x, y)))
      }}
    >
      <div className={styles.hang}>{children}</div>
      <div className={styles.tools} data-tools>
        <button
          type="button"
          disabled={view.scale === 1}
          onClick={() => change((now) => zoomAt(now, 1 / 1.6, 0, 0))}
        >
          {t.zoomOut}
        </button>
        <button type="button" onClick={() => change((now) => zoomAt(now, 1.6, 0, 0))}>
          {t.zoomIn}
        </button>
        <button type="button" aria-keyshortcuts="F" aria-pressed={full} onClick={full ? leave : enter}>
          {full ? t.leaveFullScreen : t.fullScreen}
        </button>
      </div>
    </div>
  )
}

function fromMiddle(element: Element, event: { clientX: number; clientY: number }) {
  const box = element.getBoundingClientRect()
  return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
}
