'use client'

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@/ui/button'
import { anyHash, fromWork, type ToWork } from '../live'
import styles from './live-work.module.css'

/** Milliseconds in which a work must have drawn itself; after that its still stays. */
const patience = 15_000

interface LiveWorkProps {
  /** The work's page on the origin without cookies, ending where a token's hash goes. */
  src: string
  title: string
  ratio: number
  /** The still: what is painted first, and what stays where nothing may move. */
  children: ReactNode
}

type State = 'still' | 'starting' | 'live' | 'failed'

/** A live work over its still: it runs alone in its sandbox, only while it is seen, and not at all where motion is unwelcome. */
export function LiveWork({ src, title, ratio, children }: LiveWorkProps) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<State>('still')
  const [paused, setPaused] = useState(false)
  const [hash, setHash] = useState<string | null>(null)
  const [seen, setSeen] = useState(false)
  const running = state === 'starting' || state === 'live'

  const tell = useCallback((message: ToWork) => {
    // In its sandbox the work has no origin that could be named; it is told nothing that matters.
    frame.current?.contentWindow?.postMessage(message, '*')
  }, [])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    let first = true
    const observer = new IntersectionObserver((entries) => {
      const visible = entries.at(-1)?.isIntersecting ?? false
      setSeen(visible)
      if (visible && first) {
        first = false
        if (!still) setState('starting')
      }
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!running) return
    const onMessage = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== 'null') return
      if (fromWork(event.data)?.type === 'ready') setState('live')
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [running])

  useEffect(() => {
    if (state !== 'starting') return
    const timer = setTimeout(() => setState('failed'), patience)
    return () => clearTimeout(timer)
  }, [state])

  useEffect(() => {
    if (state === 'live') tell({ type: seen && !paused ? 'resume' : 'pause' })
  }, [state, seen, paused, tell])

  const draw = (next: string | null) => {
    setHash(next)
    tell({ type: 'seed', hash: next, time: 0 })
  }

  return (
    <div ref={box} className={styles.live} data-state={state}>
      <div className={styles.sheet}>
        {children}
        {running && (
          <iframe
            ref={frame}
            src={src}
            title={`${title}, running live`}
            sandbox="allow-scripts"
            allow=""
            loading="lazy"
            referrerPolicy="no-referrer"
            tabIndex={-1}
            style={{ aspectRatio: ratio }}
          />
        )}
      </div>
      <fieldset className={styles.controls} aria-label="Live work">
        {running ? (
          <>
            <Button kind="text" aria-pressed={paused} onClick={() => setPaused(!paused)}>
              Pause
            </Button>
            <Button kind="text" onClick={() => draw(anyHash())}>
              Another hash
            </Button>
            <Button
              kind="text"
              onClick={() => {
                setHash(null)
                setPaused(false)
                setState('still')
              }}
            >
              Show the still
            </Button>
          </>
        ) : (
          <Button kind="text" onClick={() => setState('starting')}>
            Run it live
          </Button>
        )}
        <output className={styles.said}>
          {state === 'failed' && 'The work did not start. This is its still.'}
          {state === 'live' && hash && <code>{`${hash.slice(0, 10)}…${hash.slice(-4)}`}</code>}
        </output>
      </fieldset>
    </div>
  )
}
