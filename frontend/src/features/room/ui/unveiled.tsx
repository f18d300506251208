'use client'

import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState, ViewTransition } from 'react'
import { type PictureData, ratioOf } from '@/ui/picture-source'
import { Frame } from '@/ui/room'
import styles from './unveiled.module.css'

const Grown = lazy(() => import('./grown').then((module) => ({ default: module.Grown })))
const Revealed = lazy(() => import('./revealed').then((module) => ({ default: module.Revealed })))
const Played = lazy(() => import('./played').then((module) => ({ default: module.Played })))

/** empty: nothing hangs in the frame; growing: the work appears; whole: it is there. */
export type Stage = 'empty' | 'growing' | 'whole'

interface UnveiledProps {
  artwork: { id: string; slug: string; title: string; media: PictureData[] }
  /** Null until it is known. */
  edition: number | null
  /** The origin on which live works run. */
  artOrigin: string
  stage: Stage
  onGrown: () => void
  /** Where the finished work is, for the colour of the wall. */
  box?: RefObject<HTMLDivElement | null>
  /** The finished work. It gets ready behind the empty frame. */
  children: ReactNode
}

/**
 * A work that appears in its empty frame, for about twelve seconds: a live work draws itself from its first stroke, a film starts, and any
 * other picture appears from its lines to its ground.
 */
export function Unveiled({ artwork, edition, artOrigin, stage, onGrown, box, children }: UnveiledProps) {
  const own = useRef<HTMLDivElement>(null)
  const inside = box ?? own
  const [media] = artwork.media
  const ratio = ratioOf(media)
  const live = media?.generatorPath
  const film = media?.kind === 'VIDEO'
  const [appears, setAppears] = useState(stage !== 'whole')
  if (stage === 'growing' && !appears) setAppears(true)
  return (
    <Frame ratio={ratio} bar={film} ref={inside}>
      {/* The plate of the checkout travels here, and from here to the collection. Nothing else animates: the work grows by itself. */}
      <ViewTransition name={`artwork-${artwork.id}`} default="none" share="auto">
        <div className={styles.plate}>
          {live && appears && edition !== null && (
            <Suspense>
              <Grown
                slug={artwork.slug}
                title={artwork.title}
                edition={edition}
                ratio={ratio}
                src={new URL(live, artOrigin).href}
                growing={stage === 'growing'}
                onEnd={onGrown}
              />
            </Suspense>
          )}
          {/* A film isn't there before it plays: it would be heard. */}
          {(!film || stage !== 'empty') && (
            <div
              className={styles.whole}
              data-stage={stage}
              data-film={film || undefined}
              data-appears={(live && appears) || undefined}
            >
              {children}
            </div>
          )}
          {stage === 'growing' && !live && (
            <Suspense>
              {film ? <Played box={inside} onEnd={onGrown} /> : <Revealed box={inside} onEnd={onGrown} />}
            </Suspense>
          )}
        </div>
      </ViewTransition>
    </Frame>
  )
}
