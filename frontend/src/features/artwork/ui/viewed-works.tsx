'use client'

import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { idOf } from '@/lib/slug'
import { rememberViewed, type Viewed, viewedWorks } from '@/lib/viewed'

const Shelf = lazy(() =>
  import('./recently-viewed-shelf').then((module) => ({ default: module.RecentlyViewedShelf })),
)

/** The maximum number of works on the shelf. */
const most = 3

interface ViewedWorksProps {
  lang: string
  /** The id of the open work, which isn't shown. */
  id: string
  work: Viewed
  className?: string
}

/**
 * Remembers in the browser that a work was opened, and shows the works that were opened before it. They load while the shelf is still far
 * below the window, so that nothing visible moves.
 */
export function ViewedWorks({ lang, id, work: { slug, title, artist }, className }: ViewedWorksProps) {
  const place = useRef<HTMLDivElement>(null)
  const [ids, setIds] = useState<string[]>([])
  useEffect(() => rememberViewed({ slug, title, artist }), [slug, title, artist])
  useEffect(() => {
    const { current } = place
    if (!current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setIds(
          viewedWorks()
            .flatMap((viewed) => idOf(viewed.slug) ?? [])
            .filter((viewed) => viewed !== id)
            .slice(0, most),
        )
      },
      { rootMargin: '1200px 0px' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [id])
  return (
    <div ref={place}>
      {ids.length > 0 && (
        <Suspense fallback={null}>
          <Shelf lang={lang} ids={ids} className={className} />
        </Suspense>
      )}
    </div>
  )
}
