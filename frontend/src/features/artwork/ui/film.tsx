'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useRestored } from '@/lib/restored'
import { useVideoVolume } from '@/lib/viewing'
import styles from './film.module.css'
import { FilmBar } from './film-bar'

interface FilmProps {
  src: string
  poster?: string
  width: number
  height: number
  label: string
  /** The page that follows at its end; without one it loops. */
  next?: string
  /** A sound recording with a still picture: it plays, with sound, when the visitor starts it. */
  sound?: boolean
}

/** Whether sound was switched on since the site was loaded. Before that, no film starts with sound. */
let heard = false

/** A film: it starts automatically and muted, unless the visitor has turned sound on for an earlier one. */
export function Film({ src, poster, width, height, label, next, sound = false }: FilmProps) {
  const router = useRouter()
  const video = useRef<HTMLVideoElement>(null)
  const [film, setFilm] = useState<HTMLVideoElement | null>(null)
  /** Whether the page muted it last. Otherwise the visitor did. */
  const appliedMute = useRef(false)
  const automatic = useRef(false)
  const muted = useVideoVolume((state) => state.storedVideoMuted)
  const known = useRestored(useVideoVolume)
  // A recording plays with sound until the visitor mutes it.
  const quiet = muted && !sound
  // The attribute is only the initial state; the property is the current one.
  useEffect(() => {
    if (!known || !video.current) return
    appliedMute.current = !sound && (quiet || (automatic.current && !heard))
    video.current.muted = appliedMute.current
  }, [known, quiet, sound])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another film starts again
  useEffect(() => {
    if (!known || sound) return
    let ended = false
    let stop = () => {}
    import('../film-start').then(
      ({ startFilm }) => {
        if (ended || !video.current) return
        stop = startFilm(video.current, () => {
          automatic.current = true
          appliedMute.current = !heard || useVideoVolume.getState().storedVideoMuted
          return appliedMute.current
        })
      },
      (error: unknown) => console.warn('The film does not start automatically', error),
    )
    return () => {
      ended = true
      stop()
    }
  }, [known, src, sound])
  return (
    <div className={styles.film}>
      {/* biome-ignore lint/a11y/useMediaCaption: works without words */}
      <video // oxlint-disable-line jsx-a11y/media-has-caption
        ref={(element) => {
          video.current = element
          setFilm(element)
        }}
        src={src}
        poster={poster}
        width={width}
        height={height}
        loop={!next}
        playsInline
        preload="metadata"
        aria-label={label}
        onEnded={() => {
          if (next && automatic.current) router.replace(next, { scroll: false })
        }}
        onVolumeChange={({ currentTarget }) => {
          if (!known || currentTarget.muted === appliedMute.current) return
          appliedMute.current = currentTarget.muted
          heard = !currentTarget.muted
          useVideoVolume.setState({ storedVideoMuted: currentTarget.muted })
        }}
      />
      <FilmBar film={film} />
    </div>
  )
}
