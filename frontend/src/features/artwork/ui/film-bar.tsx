'use client'

import { useEffect, useState } from 'react'
import * as t from '@/messages/artwork-film'
import { Button } from '@/ui/button'
import styles from './film.module.css'

/** The state of a film in the bar. */
interface Shown {
  playing: boolean
  muted: boolean
  time: number
  /** Seconds; 0 while unknown. */
  length: number
  full: boolean
}

const start: Shown = { playing: false, muted: true, time: 0, length: 0, full: false }

const shownOf = (film: HTMLVideoElement): Shown => ({
  playing: !film.paused,
  muted: film.muted,
  time: film.currentTime,
  length: Number.isFinite(film.duration) ? film.duration : 0,
  full: document.fullscreenElement !== null && document.fullscreenElement === film.parentElement,
})

const events = ['play', 'pause', 'timeupdate', 'seeked', 'durationchange', 'volumechange', 'emptied']

/** "0:07": minutes and seconds. */
const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

function seek(film: HTMLVideoElement | null, seconds: number) {
  if (film) film.currentTime = seconds
}

function toggleSound(film: HTMLVideoElement | null) {
  if (film) film.muted = !film.muted
}

/** Controls to play, seek and mute a film, below it, because the browser's own controls would cover it. */
export function FilmBar({ film }: { film: HTMLVideoElement | null }) {
  const [{ playing, muted, time, length, full }, setShown] = useState(start)
  useEffect(() => {
    if (!film) return
    const look = () => setShown(shownOf(film))
    for (const event of events) film.addEventListener(event, look)
    document.addEventListener('fullscreenchange', look)
    queueMicrotask(look)
    return () => {
      for (const event of events) film.removeEventListener(event, look)
      document.removeEventListener('fullscreenchange', look)
    }
  }, [film])

  const toggle = () => {
    if (!film) return
    if (film.paused) film.play().catch((error: unknown) => console.warn('The film does not play', error))
    else film.pause()
  }
  const resize = () => {
    if (full) document.exitFullscreen().catch(() => {})
    else film?.parentElement?.requestFullscreen?.().catch(() => {})
  }
  return (
    <fieldset className={styles.bar} aria-label={t.player}>
      <Button kind="text" className={styles.play} onClick={toggle}>
        {playing ? t.pause : t.play}
      </Button>
      <input
        type="range"
        min={0}
        max={length || 1}
        step={0.1}
        value={Math.min(time, length || 1)}
        disabled={length === 0}
        aria-label={t.position}
        aria-valuetext={t.timeOf(clock(time), clock(length))}
        onChange={({ target }) => seek(film, Number(target.value))}
      />
      <span className="figures" aria-hidden="true">
        {clock(time)} / {clock(length)}
      </span>
      <Button kind="text" className={styles.sound} onClick={() => toggleSound(film)}>
        {muted ? t.soundOn : t.soundOff}
      </Button>
      <Button kind="text" className={styles.screen} aria-pressed={full} onClick={resize}>
        {full ? t.leaveFullScreen : t.fullScreen}
      </Button>
    </fieldset>
  )
}
