'use client'

import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import * as t from '@/messages/artwork-actions'
import { stepped } from '../magnified'
import styles from './artwork-viewer.module.css'
import type { Pan, View } from './magnifier'

const Magnifier = lazy(() =>
  import('./magnifier').then(
    (module) => ({ default: module.Magnifier }),
    // Without its code the work stays unchanged.
    () => ({ default: () => null }),
  ),
)

const ViewerKeys = lazy(() =>
  import('./viewer-keys').then(
    (module) => ({ default: module.ViewerKeys }),
    // Without its code the buttons still work.
    () => ({ default: () => null }),
  ),
)

interface ArtworkViewerProps {
  lang: string
  slug: string
  /** The arrow keys' targets if the visitor did not come from a listing. */
  offered: string[]
  children: ReactNode
}

/** From this width in CSS pixels on, the work is zoomed in its place on the page. */
const wide = 1024

/** Pointer events there don't move the work. */
const own = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button, fieldset, iframe, video, [data-tools]') !== null

/** The element that is zoomed: the sheet of a live work, an image or a film. */
const artOn = (wall: HTMLElement | null) =>
  wall?.querySelector<HTMLElement>('[data-sheet], [data-hang] :is(img, video)') ?? null

/** The work on its wall: F for full screen, Esc to leave, wheel and pinch to zoom, arrows to its neighbours. */
export function ArtworkViewer({ lang, slug, offered, children }: ArtworkViewerProps) {
  const wall = useRef<HTMLDivElement>(null)
  const pan = useRef<Pan>(null)
  const [art, setArt] = useState<HTMLElement | null>(null)
  const [view, setView] = useState<View>({ scale: 1 })
  const [full, setFull] = useState(false)
  const [idle, setIdle] = useState(false)
  const [sizes, setSizes] = useState(0)
  const near = view.scale > 1
  // The style sheet lets a zoomed work cover a narrow window, in which a wide work is a strip.
  const over = near && !full && window.innerWidth < wide
  const covers = full || over
  // An animation has a bar, too.
  const film = art?.tagName === 'VIDEO' || Boolean(art?.closest('[data-moving]'))

  const zoomBy = (factor: number, at?: View['at']) => {
    const found = artOn(wall.current)
    setArt(found)
    // The work moves to the middle of the window, and the point of a double tap with it.
    const moves = !full && !near && window.innerWidth < wide
    const rect = at && moves && found?.getBoundingClientRect()
    const on = rect ? { x: (at.x - rect.left) / rect.width, y: (at.y - rect.top) / rect.height } : undefined
    setView(({ scale }) => ({
      scale: stepped(scale, moves ? Math.max(factor, 2.5) : factor),
      at: moves ? undefined : at,
      on,
    }))
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
    const onChange = () => {
      if (document.fullscreenElement) return
      setFull(false)
      setView({ scale: 1 })
    }
    // In another window size, as after turning a phone, the work has another position.
    const onResize = () => {
      setView(({ scale }) => ({ scale }))
      setSizes((n) => n + 1)
    }
    document.addEventListener('fullscreenchange', onChange)
    window.addEventListener('resize', onResize)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      window.removeEventListener('resize', onResize)
    }
  }, [])

  const onFull = () => (full ? leave() : enter())

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons and keys below do the same as the pointer
    <div
      ref={wall}
      className={styles.wall}
      data-full={full}
      data-near={near}
      data-covers={covers}
      data-idle={idle ? '' : undefined}
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
      <Suspense fallback={null}>
        <ViewerKeys
          lang={lang}
          slug={slug}
          offered={offered}
          wall={wall}
          pan={pan}
          near={near}
          full={full}
          covers={covers}
          onFull={onFull}
          onWhole={full ? leave : whole}
          onIdle={setIdle}
          onZoom={zoomBy}
        />
      </Suspense>
      {art && (near || (full && !film)) && (
        <Suspense fallback={null}>
          <Magnifier
            key={`${full} ${sizes}`}
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
        <button type="button" aria-keyshortcuts="F" aria-pressed={full} onClick={over ? whole : onFull}>
          {full ? t.leaveFullScreen : over ? t.close : t.fullScreen}
        </button>
      </div>
    </div>
  )
}
