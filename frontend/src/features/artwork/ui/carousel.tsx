'use client'

import { Children, type ReactNode, useEffect, useRef, useState } from 'react'
import { useCarousel } from '@/lib/viewing'
import styles from './carousel.module.css'

/** Works side by side: swipe, scroll, arrows or buttons. It never moves by itself, and comes back where it was left. */
export function Carousel({ label, children }: { label: string; children: ReactNode }) {
  const slides = Children.toArray(children)
  const track = useRef<HTMLUListElement>(null)
  const [active, setActive] = useState(0)
  const [ends, setEnds] = useState({ start: true, end: false })

  useEffect(() => {
    const element = track.current
    if (!element) return
    Promise.resolve(useCarousel.persist.rehydrate()).then(() => {
      const { storedCarouselActiveSlide } = useCarousel.getState()
      if (storedCarouselActiveSlide > 0) show(element, storedCarouselActiveSlide, 'instant')
    })
    let settled: ReturnType<typeof setTimeout>
    const look = () => {
      const at = nearest(element)
      setActive(at)
      setEnds({
        start: element.scrollLeft < 2,
        end: element.scrollLeft + element.clientWidth > element.scrollWidth - 2,
      })
      return at
    }
    const onScroll = () => {
      clearTimeout(settled)
      settled = setTimeout(() => useCarousel.setState({ storedCarouselActiveSlide: look() }), 100)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      event.preventDefault()
      show(element, nearest(element) + (event.key === 'ArrowRight' ? 1 : -1))
    }
    look()
    element.addEventListener('scroll', onScroll, { passive: true })
    element.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(settled)
      element.removeEventListener('scroll', onScroll)
      element.removeEventListener('keydown', onKey)
    }
  }, [])

  const step = (by: number) => track.current && show(track.current, nearest(track.current) + by)

  return (
    <section aria-label={label} aria-roledescription="carousel" className={styles.carousel}>
      <ul role="list" ref={track} className={styles.track}>
        {slides.map((slide, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is the identity of a slide
          <li key={i} className={styles.slide}>
            {slide}
          </li>
        ))}
      </ul>
      {!(ends.start && ends.end) && (
        <div className={styles.tools}>
          <p className="figures">
            {active + 1} of {slides.length}
          </p>
          <button type="button" disabled={ends.start} onClick={() => step(-1)}>
            Previous
          </button>
          <button type="button" disabled={ends.end} onClick={() => step(1)}>
            Next
          </button>
        </div>
      )}
    </section>
  )
}

const left = (element: Element) => (element instanceof HTMLElement ? element.offsetLeft : 0)

/** The slide that stands at the beginning of the row. */
function nearest(track: HTMLElement) {
  const distances = [...track.children].map((child) => Math.abs(left(child) - track.scrollLeft))
  return distances.indexOf(Math.min(...distances))
}

function show(track: HTMLElement, index: number, behavior = calm()) {
  const slide = track.children[index]
  if (slide) track.scrollTo({ left: left(slide), behavior })
}

const calm = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
