'use client'

import { lazy, Suspense } from 'react'

const Video = lazy(() =>
  import('./hover-video').then(
    (module) => ({ default: module.HoverVideo }),
    // Without its code the card shows the still.
    () => ({ default: () => <></> }),
  ),
)

/** HoverVideo, whose code only pages with moving works load. */
export function LateHoverVideo(props: { src: string; className?: string }) {
  return (
    <Suspense>
      <Video {...props} />
    </Suspense>
  )
}
