'use client'

import { useRouter } from 'next/navigation'
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import * as t from '@/messages/artwork-actions'
import { isTurnable, stepped } from '../magnified'
import styles from './artwork-viewer.module.css'
import type { Pan, View } from './magnifier'

const Magnifier = lazy(() =>
  import('./magnifier').then(
    (module) => ({ default: module.Magnifier }),
    // Without its code the work stays as it is.
    () => ({ default: () => null }),
  ),
)

interface ArtworkViewerProps {
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

/** The element that is zoomed: the sheet of a live work, an image or a film. */
const artOn = (wall: HTMLElement | null) =>
  wall?.querySelector<HTMLElement>('[data-sheet], [data-hang] :is(img, video)') ?? null

/** The work on its wall: F for full screen, Esc to leave, wheel and pinch to zoom, arrows to its neighbours. */
export function ArtworkViewer({ lang, slug, offered, children }: ArtworkViewerProps) {
  const router = useRouter()
  const wall = useRef<HTMLDivElement>(null)
  const pan = useRef<Pan>(null)
  const [art, setArt] = useState<HTMLElement | null>(null)
  const [view, setView] = useState<View>({ scale: 1 })
  const [full, setFull] = useState(false)
  const near = view.scale > 1
  const film = art?.tagName === 'VIDEO'

  const zoomBy = (factor: number, at?: View['at']) => {
    setArt(artOn(wall.current))
    setView(({ scale }) => ({ scale: stepped(scale, factor), at }))
  }
  const whole = () => setView({ scale: 1 })

  const enter = () => {
    setArt(artOn(wall.current))
    setFull(true)
    // Where the browser has no full screen (phones), the wall covers the window instead.
    wall.current?.requestFullscreen?.().catch(() => {})
  }
  const leave = () => {
    setFull(false)
    whole()
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
  }

  useEffect(() => {
    const reset = () => setView({ scale: 1 })
    const onChange = () => {
      if (document.fullscreenElement) return
      setFull(false)
      reset()
    }
    document.addEventListener('fullscreenchange', onChange)
    // In another window the work has another place.
    window.addEventListener('resize', reset)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      window.removeEventListener('resize', reset)
    }
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

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target))
      return
    const move = (x: number, y: number) => {
      event.preventDefault()
      pan.current?.by(x, y)
    }
    const goTo = async (side: 'previous' | 'next') => {
      const { neighboursOf } = await import('../neighbours')
      const to = neighboursOf(slug, offered)[side]
      if (to) router.push(`/${lang}/artworks/${to}/`)
    }
    switch (event.key) {
      case 'f':
      case 'F':
        return full ? leave() : enter()
      case 'Escape':
        return full ? leave() : whole()
      case '+':
      case '=':
        return zoomBy(1.4)
      case '-':
        return zoomBy(1 / 1.4)
      case 'ArrowLeft':
        return near ? move(80, 0) : goTo('previous')
      case 'ArrowRight':
        return near ? move(-80, 0) : goTo('next')
      case 'ArrowUp':
        return near ? move(0, 80) : undefined
      case 'ArrowDown':
        return near ? move(0, -80) : undefined
    }
  })
  // React's wheel listener is passive; this one must keep the page from scrolling or zooming along.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (event.defaultPrevented || !isTurnable(full, event)) return
    event.preventDefault()
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002))
    zoomBy(factor, { x: event.clientX, y: event.clientY })
  })
  useEffect(() => {
    const element = wall.current
    window.addEventListener('keydown', onKey)
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      window.removeEventListener('keydown', onKey)
      element?.removeEventListener('wheel', onWheel)
    }
  }, [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons and keys below do the same as the pointer
    <div
      ref={wall}
      className={styles.wall}
      data-full={full}
      data-near={near}
      style={{ '--scale': view.scale } as CSSProperties}
      onDoubleClick={({ target, clientX: x, clientY: y }) => {
        if (own(target)) return
        if (near) whole()
        else zoomBy(2.5, { x, y })
      }}
    >
      <div className={styles.hang} data-hang>
        {children}
      </div>
      {art && (near || (full && !film)) && (
        <Suspense fallback={null}>
          <Magnifier
            key={String(full)}
            art={art}
            view={view}
            onScale={(scale) => setView({ scale: stepped(scale, 1) })}
            full={full}
            pan={pan}
          />
        </Suspense>
      )}
      <div className={styles.tools} data-tools>
        <button type="button" disabled={!near} onClick={() => zoomBy(1 / 1.6)}>
          {t.zoomOut}
        </button>
        <button type="button" onClick={() => zoomBy(1.6)}>
          {t.zoomIn}
        </button>
        <button type="button" aria-keyshortcuts="F" aria-pressed={full} onClick={full ? leave : enter}>
          {full ? t.leaveFullScreen : t.fullScreen}
        </button>
      </div>
    </div>
  )
}
