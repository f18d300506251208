'use client'

import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { idOf } from '@/lib/slug'

const Shelf = lazy(() =>
  import('./recently-viewed-shelf').then((module) => ({ default: module.RecentlyViewedShelf })),
)

/** The maximum number of works on the shelf. */
const most = 3

/** The works that this browser opened before this one. They load while the shelf is still far below the window, so that nothing visible moves. */
export function RecentlyViewed({
  lang,
  except,
  className,
}: {
  lang: string
  except: string
  className?: string
}) {
  const place = useRef<HTMLDivElement>(null)
  const [ids, setIds] = useState<string[]>([])
  useEffect(() => {
    const { current } = place
    if (!current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        import('@/lib/viewed').then(
          ({ viewedWorks }) =>
            setIds(
              viewedWorks()
                .flatMap(({ slug }) => idOf(slug) ?? [])
                .filter((id) => id !== except)
                .slice(0, most),
            ),
          (error: unknown) => console.info('The works that were viewed before', error),
        )
      },
      { rootMargin: '1200px 0px' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [except])
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
