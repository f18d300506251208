'use client'

import { useCallback, useEffect, useState } from 'react'
import { useEditionHash } from '@/lib/use-edition-source'
import * as t from '@/messages/artwork-live'
import { LiveFrame } from '@/ui/live-frame'
import { growsFrom } from '../reveal'
import { useGrowth } from '../use-growth'
import styles from './unveiled.module.css'

/** Milliseconds in which a work must have started to draw itself; otherwise its picture is shown. */
const patience = 15_000

interface GrownProps {
  slug: string
  title: string
  edition: number
  ratio: number
  /** The work's page on the origin without cookies, to which the hash is appended. */
  src: string
  /** Whether it draws itself; before that it only gets ready, unseen. */
  growing: boolean
  onEnd: () => void
}

/** A live work that draws its edition from the first stroke. One that moves instead starts to move. */
export function Grown({ slug, title, edition, ratio, src, growing, onEnd }: GrownProps) {
  const hash = useEditionHash(slug, edition, true)
  const [ready, setReady] = useState(false)
  const [started, setStarted] = useState(false)
  const onReady = useCallback(() => setReady(true), [])
  const onDrawn = useCallback((_: string | null, time: number) => {
    if (time >= growsFrom) setStarted(true)
  }, [])

  useEffect(() => {
    if (!growing || started) return
    const timer = setTimeout(onEnd, patience)
    return () => clearTimeout(timer)
  }, [growing, started, onEnd])
  useGrowth(started, onEnd)

  return (
    <div className={styles.live} data-started={started || undefined}>
      <LiveFrame
        src={src}
        title={t.runningLive(title)}
        ratio={ratio}
        hash={hash}
        from={growsFrom}
        live={ready && growing}
        moving={growing}
        onReady={onReady}
        onDrawn={onDrawn}
      />
    </div>
  )
}
