'use client'

import { useEffect, useRef } from 'react'
import { useRestored } from '@/lib/restored'
import { followStorage } from '@/lib/storage'
import { useVideoVolume } from '@/lib/viewing'

interface FilmProps {
  src: string
  poster?: string
  width: number
  height: number
  label: string
}

/** A moving work: it loops, and is as loud or silent as the visitor left the last one. */
export function Film({ src, poster, width, height, label }: FilmProps) {
  const video = useRef<HTMLVideoElement>(null)
  const muted = useVideoVolume((state) => state.storedVideoMuted)
  const known = useRestored(useVideoVolume)
  useEffect(() => followStorage(useVideoVolume), [])
  // The attribute says only how a film begins; the property is what the visitor hears.
  useEffect(() => {
    if (known && video.current) video.current.muted = muted
  }, [known, muted])
  return (
    // biome-ignore lint/a11y/useMediaCaption: works without words
    <video // oxlint-disable-line jsx-a11y/media-has-caption
      ref={video}
      src={src}
      poster={poster}
      width={width}
      height={height}
      controls
      loop
      playsInline
      preload="metadata"
      aria-label={label}
      onVolumeChange={(event) => {
        if (known) useVideoVolume.setState({ storedVideoMuted: event.currentTarget.muted })
      }}
    />
  )
}
