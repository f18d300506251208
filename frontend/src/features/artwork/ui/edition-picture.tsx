'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { LiveFrame } from '@/ui/live-frame'
import { reportChosen } from '../live-chosen'
import { limitConcurrency } from '../turns'
import styles from './editions.module.css'

export interface Output {
  /** The work's page on the origin without cookies; a token's hash is appended. */
  src: string
  title: string
  ratio: number
  color?: string
}

/** How many works may draw at the same time, and the milliseconds after which a slow one no longer blocks the others. */
const draws = limitConcurrency(3)
const patience = 10_000

interface EditionPictureProps extends Output {
  hash: string
  /** Whether it runs; otherwise it stops at its first picture. */
  moving?: boolean
}

/** One output of a live work: the work draws it from a token's hash while it is near the window. */
export function EditionPicture({ src, title, ratio, color, hash, moving = false }: EditionPictureProps) {
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
    <span
      ref={box}
      className={styles.picture}
      data-drawn={state === 'drawn' || undefined}
      style={{ aspectRatio: ratio, backgroundColor: color }}
      aria-hidden="true"
    >
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
          onParameters={reportChosen}
        />
      )}
    </span>
  )
}
