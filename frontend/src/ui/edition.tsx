'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import styles from './edition.module.css'
import { LiveFrame } from './live-frame'
import type { ParameterTexts } from './live-parameters'
import { limitConcurrency } from './turns'

/** What an edition of a live work can be shown from. */
export interface EditionSource {
  /** Null if it isn't known yet. */
  number: number | null
  /** The address of the server's drawing; null if it has none, undefined while that isn't known. */
  file?: string | null
  /** The work's page on the origin without cookies, to which the hash is appended; undefined if nothing is to be drawn here. */
  src?: string
  /** The hash of the edition's token. */
  hash?: string
}

/** How many works may draw at the same time, and the milliseconds after which a slow one no longer blocks the others. */
const draws = limitConcurrency(3)
const patience = 10_000

interface EditionProps extends EditionSource {
  title: string
  ratio: number
  /** Empty if a caption next to it already names the edition. */
  alt?: string
  /** Whether it is in the first window, so that it loads at once. */
  first?: boolean
  /** Whether it runs, if it is drawn here; otherwise it stops at its finished picture. */
  moving?: boolean
  /** Called with what the hash chose, if the work is drawn here and reports it. */
  onParameters?: (hash: string | null, values: ParameterTexts) => void
}

/**
 * An edition of a live work: the server's drawing, otherwise drawn here from the hash of its token, otherwise a plate with its number. Never
 * the work's own picture, which shows another edition or none.
 */
export function Edition({ number, file, src, hash, ratio, alt = '', first, ...drawn }: EditionProps) {
  return (
    <span
      className={styles.edition}
      style={{ aspectRatio: ratio }}
      data-edition={number}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      {file ? (
        <img src={file} alt="" loading={first ? 'eager' : 'lazy'} decoding={first ? 'auto' : 'async'} />
      ) : (
        <>
          {number !== null && <span className={`${styles.number} figures`}>{`#${number}`}</span>}
          {src && hash && <Drawn src={src} hash={hash} ratio={ratio} {...drawn} />}
        </>
      )}
    </span>
  )
}

interface DrawnProps {
  src: string
  hash: string
  title: string
  ratio: number
  moving?: boolean
  onParameters?: EditionProps['onParameters']
}

/** The work draws the edition while it is near the window. */
function Drawn({ src, title, ratio, hash, moving = false, onParameters }: DrawnProps) {
  const box = useRef<HTMLSpanElement>(null)
  const end = useRef(() => {})
  const [state, setState] = useState<'away' | 'waiting' | 'drawing' | 'drawn'>('away')
  const near = state !== 'away'

  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.at(-1)?.isIntersecting ?? false
        setState((now) => (seen ? (now === 'away' ? 'waiting' : now) : 'away'))
      },
      { rootMargin: '30% 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!near) return
    let timer: ReturnType<typeof setTimeout>
    // It may begin before the call returns.
    end.current = draws(() => {
      setState('drawing')
      timer = setTimeout(() => end.current(), patience)
    })
    return () => {
      clearTimeout(timer)
      end.current()
    }
  }, [near])

  const onDrawn = useCallback(() => {
    end.current()
    setState('drawn')
  }, [])
  const onReady = useCallback(() => {}, [])

  return (
    <span ref={box} className={styles.drawn} data-drawn={state === 'drawn' || undefined}>
      {(state === 'drawing' || state === 'drawn') && (
        <LiveFrame
          src={src}
          title={title}
          ratio={ratio}
          hash={hash}
          live={state === 'drawn'}
          moving={moving}
          onReady={onReady}
          onDrawn={onDrawn}
          onParameters={onParameters}
        />
      )}
    </span>
  )
}
