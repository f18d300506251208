'use client'

import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'
import { useCarousel } from '@/lib/viewing'
import * as t from '@/messages/carousel'

/** How many pixels of sideways scrolling move to the next work, and the pause in milliseconds before the next move. */
const wheelStep = 60
const wheelPause = 300

interface CarouselControlsProps {
  viewport: HTMLElement
  count: number
}

/** Moves a row of works, from the visitor's last position on, by buttons, arrow keys, dragging and sideways scrolling. */
export function CarouselControls({ viewport, count }: CarouselControlsProps) {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const [attach, embla] = useEmblaCarousel({
    align: 'start',
    containScroll: 'trimSnaps',
    duration: calm ? 0 : 25,
  })
  const [active, setActive] = useState(0)
  const [ends, setEnds] = useState({ start: true, end: true })

  useEffect(() => {
    // The row no longer scrolls natively.
    viewport.scrollTo({ left: 0, behavior: 'instant' })
    viewport.setAttribute('data-moved', '')
    attach(viewport)
    return () => {
      viewport.removeAttribute('data-moved')
      attach(null)
    }
  }, [attach, viewport])

  useEffect(() => {
    if (!embla) return
    const look = () => {
      setActive(embla.selectedScrollSnap())
      setEnds({ start: !embla.canScrollPrev(), end: !embla.canScrollNext() })
    }
    // The row may get its width only later, and with it a place to return to.
    let left = 0
    const restore = () => {
      if (left > 0 && left < embla.scrollSnapList().length) embla.scrollTo(left, true)
      look()
    }
    const onSelect = () => {
      left = 0
      look()
      useCarousel.setState({ storedCarouselActiveSlide: embla.selectedScrollSnap() })
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      event.preventDefault()
      embla.scrollTo(embla.selectedScrollSnap() + (event.key === 'ArrowRight' ? 1 : -1))
    }
    let scrolled = 0
    let last = 0
    const onWheel = (event: WheelEvent) => {
      if (Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return
      event.preventDefault()
      if (event.timeStamp - last < wheelPause) return
      scrolled += event.deltaX
      if (Math.abs(scrolled) < wheelStep) return
      embla.scrollTo(embla.selectedScrollSnap() + Math.sign(scrolled))
      scrolled = 0
      last = event.timeStamp
    }
    Promise.resolve(useCarousel.persist.rehydrate()).then(() => {
      left = useCarousel.getState().storedCarouselActiveSlide
      embla.on('select', onSelect).on('reInit', restore)
      restore()
    })
    viewport.addEventListener('keydown', onKey)
    viewport.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      embla.off('select', onSelect).off('reInit', restore)
      viewport.removeEventListener('keydown', onKey)
      viewport.removeEventListener('wheel', onWheel)
    }
  }, [embla, viewport])

  if (ends.start && ends.end) return null
  return (
    <>
      <p className="figures">{t.slideOf(active + 1, count)}</p>
      <button type="button" disabled={ends.start} onClick={() => embla?.scrollPrev()}>
        {t.previous}
      </button>
      <button type="button" disabled={ends.end} onClick={() => embla?.scrollNext()}>
        {t.next}
      </button>
    </>
  )
}
