'use client'

import { useRouter } from 'next/navigation'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { isTurnable } from '../magnified'
import { neighboursOf } from '../neighbours'
import type { Pan, View } from './magnifier'

interface ViewerKeysProps {
  lang: string
  slug: string
  offered: string[]
  wall: RefObject<HTMLElement | null>
  pan: RefObject<Pan | null>
  near: boolean
  full: boolean
  /** Whether the work covers the window. */
  covers: boolean
  onFull: () => void
  /** Leaves full screen if the work is in it. */
  onWhole: () => void
  /** Whether nothing has moved in full screen for two seconds. */
  onIdle: (idle: boolean) => void
  onZoom: (factor: number, at?: View['at']) => void
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA|VIDEO|IFRAME)$/.test(target.tagName))

/** Moves the focus within the wall from its last element to its first, or back. */
function cycle(wall: HTMLElement, event: KeyboardEvent) {
  const stops = [...wall.querySelectorAll<HTMLElement>('a, button:enabled, input, iframe')].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility(),
  )
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (wall.contains(document.activeElement) && document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

/** The keys and the wheel of a work on its wall. Reports when nothing moves in full screen. */
export function ViewerKeys(props: ViewerKeysProps) {
  const { lang, slug, offered, wall, pan, near, full, covers, onFull, onWhole, onIdle, onZoom } = props
  const router = useRouter()

  useEffect(() => {
    if (!full) return
    let timer: ReturnType<typeof setTimeout>
    const wake = () => {
      onIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => onIdle(true), 2000)
    }
    const events = ['pointermove', 'pointerdown', 'keydown']
    for (const event of events) window.addEventListener(event, wake)
    wake()
    return () => {
      for (const event of events) window.removeEventListener(event, wake)
      clearTimeout(timer)
      onIdle(false)
    }
  }, [full, onIdle])

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Tab' && covers && wall.current) return cycle(wall.current, event)
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target))
      return
    const move = (x: number, y: number) => {
      event.preventDefault()
      pan.current?.by(x, y)
    }
    const goTo = (side: 'previous' | 'next') => {
      const to = neighboursOf(slug, offered)[side]
      if (to) router.push(`/${lang}/artworks/${to}/`)
    }
    switch (event.key) {
      case 'f':
      case 'F':
        return onFull()
      case 'Escape':
        return onWhole()
      case '+':
      case '=':
        return onZoom(1.4)
      case '-':
        return onZoom(1 / 1.4)
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
  // React's wheel listener is passive; this one must prevent the page from scrolling or zooming.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (event.defaultPrevented || !isTurnable(full, event)) return
    event.preventDefault()
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002))
    onZoom(factor, { x: event.clientX, y: event.clientY })
  })
  // Before the next work is painted: until then, keys would still move on from the work before it.
  useLayoutEffect(() => {
    const element = wall.current
    window.addEventListener('keydown', onKey)
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      window.removeEventListener('keydown', onKey)
      element?.removeEventListener('wheel', onWheel)
    }
  }, [wall])

  return null
}
