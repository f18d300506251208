'use client'

import { type ComponentProps, lazy, Suspense } from 'react'
import type { Animation as AnimationNow } from './animation'
import type { Film as FilmNow } from './film'
import film from './film.module.css'
import type { LiveWork as LiveWorkNow } from './live-work'
import styles from './live-work.module.css'

const LateAnimation = lazy(() => import('./animation').then((module) => ({ default: module.Animation })))
const LateFilm = lazy(() => import('./film').then((module) => ({ default: module.Film })))
const LateLiveWork = lazy(() => import('./live-work').then((module) => ({ default: module.LiveWork })))

/** An animated picture: its still is shown immediately, its code loads after the page. */
export function Animation(props: ComponentProps<typeof AnimationNow>) {
  return (
    <Suspense fallback={props.children}>
      <LateAnimation {...props} />
    </Suspense>
  )
}

/** A film: its poster is shown immediately, its player's code loads after the page. */
export function Film(props: ComponentProps<typeof FilmNow>) {
  const { poster, width, height } = props
  return (
    <Suspense
      fallback={
        <div className={film.film}>
          <video muted poster={poster} width={width} height={height} />
          <div className={film.bar} />
        </div>
      }
    >
      <LateFilm {...props} />
    </Suspense>
  )
}

/** A live work: its still is shown immediately, its code loads after the page. A page of one edition leaves its place empty until then. */
export function LiveWork(props: ComponentProps<typeof LiveWorkNow>) {
  return (
    <Suspense
      fallback={
        <div
          className={styles.sheet}
          data-sheet
          style={props.fixed ? { aspectRatio: props.ratio } : undefined}
        >
          {!props.fixed && props.children}
        </div>
      }
    >
      <LateLiveWork {...props} />
    </Suspense>
  )
}
