'use client'

import { useState } from 'react'
import { Button } from '@/ui/button'
import styles from './face.module.css'

/** A moving work: it loops, silent unless asked otherwise; the choice is kept. */
export function MovingWork({
  src,
  poster,
  width,
  height,
  label,
}: {
  src: string
  poster?: string
  width: number
  height: number
  label: string
}) {
  return (
    <video
      src={src}
      poster={poster}
      width={width}
      height={height}
      controls
      loop
      muted
      playsInline
      preload="metadata"
      aria-label={label}
    />
  )
}

interface LiveWorkProps {
  /** On the origin without cookies; it can reach nothing of ours. */
  src: string
  title: string
  ratio: number
  children: React.ReactNode
}

/** A live work: a still until someone asks for it to run, alone in its sandbox. */
export function LiveWork({ src, title, ratio, children }: LiveWorkProps) {
  const [live, setLive] = useState(false)
  return (
    <div className={styles.live}>
      {live ? (
        <iframe
          src={src}
          title={`${title}, running live`}
          sandbox="allow-scripts"
          allow=""
          referrerPolicy="no-referrer"
          style={{ aspectRatio: ratio }}
        />
      ) : (
        children
      )}
      <Button kind="text" className={styles.switch} onClick={() => setLive(!live)}>
        {live ? 'Show the still' : 'Run it live'}
      </Button>
    </div>
  )
}
