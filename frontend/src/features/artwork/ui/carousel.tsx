'use client'

import { Children, lazy, type ReactNode, Suspense, useState } from 'react'
import styles from './carousel.module.css'

const Controls = lazy(() =>
  import('./carousel-controls').then(
    (module) => ({ default: module.CarouselControls }),
    // Without its code the row still scrolls.
    () => ({ default: () => null }),
  ),
)

interface CarouselProps {
  label: string
  children: ReactNode
}

/** Works side by side. The row scrolls natively; returning to the last position, buttons, arrow keys and dragging come with code that loads after the page. */
export function Carousel({ label, children }: CarouselProps) {
  const slides = Children.toArray(children)
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  return (
    <section aria-label={label} aria-roledescription="carousel" className={styles.carousel}>
      <div ref={setElement} className={styles.viewport}>
        <ul role="list" className={styles.track}>
          {slides.map((slide, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is the identity of a slide
            <li key={i} className={styles.slide}>
              {slide}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.tools}>
        {element && (
          <Suspense fallback={null}>
            <Controls viewport={element} count={slides.length} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
