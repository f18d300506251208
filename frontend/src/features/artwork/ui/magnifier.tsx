'use client'

import OpenSeadragon from 'openseadragon'
import { type ReactNode, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { isStill, levelsOf } from '../levels'
import { isTurnable, most } from '../magnified'
import styles from './artwork-viewer.module.css'

export interface Pan {
  /** Moves the view by CSS pixels. */
  by: (x: number, y: number) => void
}

/** The zoom relative to the page, and the point that stays fixed: one of the window, or one of the work in parts of its size. */
export interface View {
  scale: number
  at?: { x: number; y: number }
  on?: { x: number; y: number }
}

interface MagnifierProps {
  /** The magnified element: an image, a film or the sheet of a live work. */
  art: HTMLElement
  view: View
  onScale: (scale: number) => void
  /** In full screen the plain wheel zooms; on the page it scrolls. */
  full: boolean
  pan: Ref<Pan>
}

/** OpenSeadragon on top of the work. It implements the gestures, their limits and the motion. */
export function Magnifier({ art, view, onScale, full, pan }: MagnifierProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const viewer = useRef<OpenSeadragon.Viewer>(null)
  const onZoom = useEffectEvent(onScale)
  const zooms = useEffectEvent((event: WheelEvent | null) => isTurnable(full, event))
  const show = useEffectEvent(({ viewport, element, world }: OpenSeadragon.Viewer) => {
    const target = viewport.getHomeZoom() * view.scale
    if (Math.abs(viewport.getZoom() / target - 1) < 0.001) return
    const { left, top } = element.getBoundingClientRect()
    const { at, on } = view
    const fixed = at
      ? viewport.pointFromPixel(new OpenSeadragon.Point(at.x - left, at.y - top))
      : on && new OpenSeadragon.Point(on.x, on.y * world.getItemAt(0).getBounds().height)
    viewport.zoomTo(target, fixed).applyConstraints()
  })

  useImperativeHandle(pan, () => ({
    by: (x, y) => {
      const viewport = viewer.current?.viewport
      viewport?.panBy(viewport.deltaPointsFromPixels(new OpenSeadragon.Point(-x, -y))).applyConstraints()
    },
  }))

  useEffect(() => {
    if (!box.current) return
    const osd = open(box.current, art)
    viewer.current = osd
    osd.addOnceHandler('open', () => {
      const home = osd.viewport.getHomeZoom()
      osd.addHandler('zoom', ({ zoom }) => onZoom(zoom / home))
      show(osd)
    })
    osd.addHandler('canvas-scroll', (event) => {
      if (zooms(event.originalEvent instanceof WheelEvent ? event.originalEvent : null)) return
      event.preventDefaultAction = true
      event.preventDefault = false
    })
    return () => {
      viewer.current = null
      osd.destroy()
    }
  }, [art])

  // biome-ignore lint/correctness/useExhaustiveDependencies: show reads the view
  useEffect(() => {
    if (viewer.current?.isOpen()) show(viewer.current)
  }, [view])

  return <div ref={box} className={styles.magnifier} data-film={art.tagName === 'VIDEO'} aria-hidden="true" />
}

/**
 * Opens a viewer whose initial view is the work's position on the page. It draws an image from its tiles, otherwise from its renditions,
 * in the size that the view needs. A film or a live work isn't an image: its element follows the same view by a transform, which ends with the viewer.
 */
function open(element: HTMLElement, art: HTMLElement): OpenSeadragon.Viewer {
  const outer = element.getBoundingClientRect()
  const inner = art.getBoundingClientRect()
  const pyramid = { type: 'legacy-image-pyramid', levels: levelsOf(art) }
  const tiles = isStill(art) ? art.dataset.tiles : undefined
  const gestures = { clickToZoom: false, dblClickToZoom: false, flickEnabled: true }
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const osd = OpenSeadragon({
    element,
    tileSources: tiles ? `${tiles}/info.json` : pyramid,
    viewportMargins: {
      left: inner.left - outer.left,
      top: inner.top - outer.top,
      right: outer.right - inner.right,
      bottom: outer.bottom - inner.bottom,
    },
    drawer: 'canvas',
    showNavigationControl: false,
    keyboardNavEnabled: false,
    tabIndex: -1,
    minZoomImageRatio: 1,
    visibilityRatio: 0.5,
    constrainDuringPan: true,
    // The first visitor's tiles may still be being made: the response is 503 after ten seconds.
    tileRetryMax: 5,
    animationTime: calm ? 0 : 0.4,
    gestureSettingsMouse: gestures,
    gestureSettingsTouch: gestures,
    gestureSettingsPen: gestures,
  })
  // Without its tiles the work is still shown from its renditions.
  if (tiles) osd.addOnceHandler('open-failed', () => osd.open({ tileSource: pyramid }))
  osd.addOnceHandler('open', () => {
    const { viewport } = osd
    viewport.setMaxZoomPixelRatio((most * inner.width) / osd.world.getItemAt(0).getContentSize().x)
    const home = viewport.getHomeZoom()
    const middle = viewport.getHomeBounds().getCenter()
    const start = viewport.pixelFromPoint(middle)
    osd.addHandler('update-viewport', () => {
      const { x, y } = viewport.pixelFromPoint(middle, true)
      const scale = viewport.getZoom(true) / home
      art.style.transform = `translate(${x - start.x}px, ${y - start.y}px) scale(${scale})`
    })
  })
  osd.addOnceHandler('before-destroy', () => {
    art.style.transform = ''
  })
  return osd
}
